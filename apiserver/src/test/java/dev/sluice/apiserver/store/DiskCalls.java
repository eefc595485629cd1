package dev.sluice.apiserver.store;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stands between SQLite and the disk: its writes, syncs, cuts and removals of files in one folder pass here, are kept, and
/// fail where a test wants it. SQLite finds these functions of the C library by addresses in its writable data, which
/// are exchanged for addresses of Java methods until this is closed.
@SuppressWarnings("restricted") // it is about native memory
final class DiskCalls implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final int EIO = 5;
    private static final int ENOSPC = 28;
    private static final AddressLayout BYTES =
            ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Long.MAX_VALUE, JAVA_BYTE));

    /// How a call fails.
    enum Fault {
        /// Nothing happens but an error.
        ERROR,
        /// There is no room; what is no write fails with an error.
        FULL,
        /// A write gets half of its bytes to the disk; what is no write fails with an error.
        TORN
    }

    /// One thing that SQLite did.
    sealed interface Call {
        Path file();

        record Write(Path file, long at, ByteBuffer bytes) implements Call {}

        record Sync(Path file) implements Call {}

        record Cut(Path file, long length) implements Call {}

        record Remove(Path file) implements Call {}
    }

    private final Path folder;
    private final List<Call> calls = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final Map<MemorySegment, MemorySegment> realBySlot = new HashMap<>();
    private final MethodHandle pwrite = real("pwrite64", writing());
    private final MethodHandle fsync = real("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private final MethodHandle ftruncate =
            real("ftruncate64", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private final MethodHandle unlink = real("unlink", FunctionDescriptor.of(JAVA_INT, BYTES));
    private final MethodHandle errno = real("__errno_location", FunctionDescriptor.of(BYTES));
    private int failing = Integer.MAX_VALUE;
    private boolean lasting;
    private @Nullable Fault fault;

    private DiskCalls(Path folder) {
        this.folder = folder;
    }

    /// Whether it works here, asked once before all else: only on Linux, and with a library of SQLite that keeps its addresses where they are sought.
    static boolean isPossible(Path folder) throws Exception {
        if (!System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        bindAll();
        try (DiskCalls calls = in(folder)) {
            return calls.realBySlot.size() >= 4;
        }
    }

    /// @param folder files elsewhere are left alone
    static DiskCalls in(Path folder) throws Exception {
        DiskCalls calls = new DiskCalls(folder.toRealPath());
        calls.exchange("pwrite64", "write", writing());
        calls.exchange("fsync", "sync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        calls.exchange("ftruncate64", "cut", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
        calls.exchange("unlink", "remove", FunctionDescriptor.of(JAVA_INT, BYTES));
        return calls;
    }

    /// Lets the call number `at`, counted from 0, fail.
    ///
    /// @param forGood whether all later ones fail, too, so that the files stay as a process leaves them that ends there
    synchronized void fail(int at, Fault how, boolean forGood) {
        failing = at;
        fault = how;
        lasting = forGood;
    }

    /// What was asked for so far, failed calls included.
    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /// Some functions have their address in the library only after they were called.
    private static void bindAll() throws IOException, SQLException {
        Path file = Files.createTempFile("bind", ".db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement sql = connection.createStatement()) {
            sql.execute("CREATE TABLE t (c)");
        }
        Files.delete(file);
    }

    private static FunctionDescriptor writing() {
        return FunctionDescriptor.of(JAVA_LONG, JAVA_INT, BYTES, JAVA_LONG, JAVA_LONG);
    }

    private static MemorySegment address(String function) {
        return LINKER.defaultLookup().findOrThrow(function);
    }

    private static MethodHandle real(String function, FunctionDescriptor type) {
        return LINKER.downcallHandle(address(function), type);
    }

    private void exchange(String function, String method, FunctionDescriptor type)
            throws IOException, ReflectiveOperationException {
        MethodType form = type.toMethodType();
        MethodHandle ours = MethodHandles.lookup().bind(this, method, form);
        MemorySegment stub = LINKER.upcallStub(ours, type, arena);
        MemorySegment real = address(function);
        for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            if (!line.contains("sqlitejdbc") || !line.contains(" rw-p ")) {
                continue;
            }
            String[] ends = line.substring(0, line.indexOf(' ')).split("-");
            long start = Long.parseUnsignedLong(ends[0], 16);
            long length = Long.parseUnsignedLong(ends[1], 16) - start;
            MemorySegment data = MemorySegment.ofAddress(start).reinterpret(length);
            for (long at = 0; at + JAVA_LONG.byteSize() <= length; at += JAVA_LONG.byteSize()) {
                if (data.get(JAVA_LONG, at) == real.address()) {
                    realBySlot.put(data.asSlice(at, JAVA_LONG.byteSize()), real);
                    data.set(ADDRESS, at, stub);
                }
            }
        }
    }

    @SuppressWarnings("unused") // called by SQLite
    private synchronized long write(int descriptor, MemorySegment bytes, long count, long at)
            throws Throwable {
        Path file = file(descriptor);
        if (!isOurs(file)) {
            return (long) pwrite.invokeExact(descriptor, bytes, count, at);
        }
        ByteBuffer copy = ByteBuffer.wrap(bytes.asSlice(0, count).toArray(JAVA_BYTE));
        Fault now = entered(new Call.Write(file, at, copy));
        if (now == Fault.TORN) {
            var half = (long) pwrite.invokeExact(descriptor, bytes, count / 2, at);
            return half < 0 ? half : refused(EIO);
        }
        return now == null
                ? (long) pwrite.invokeExact(descriptor, bytes, count, at)
                : refused(now == Fault.FULL ? ENOSPC : EIO);
    }

    @SuppressWarnings("unused") // called by SQLite
    private synchronized int sync(int descriptor) throws Throwable {
        Path file = file(descriptor);
        return isOurs(file) && entered(new Call.Sync(file)) != null
                ? refused(EIO)
                : (int) fsync.invokeExact(descriptor);
    }

    @SuppressWarnings("unused") // called by SQLite
    private synchronized int cut(int descriptor, long length) throws Throwable {
        Path file = file(descriptor);
        return isOurs(file) && entered(new Call.Cut(file, length)) != null
                ? refused(EIO)
                : (int) ftruncate.invokeExact(descriptor, length);
    }

    @SuppressWarnings("unused") // called by SQLite
    private synchronized int remove(MemorySegment path) throws Throwable {
        Path file = Path.of(path.getString(0));
        return isOurs(file) && entered(new Call.Remove(file)) != null
                ? refused(EIO)
                : (int) unlink.invokeExact(path);
    }

    private @Nullable Fault entered(Call call) {
        int number = calls.size();
        calls.add(call);
        return number == failing || (lasting && number > failing) ? fault : null;
    }

    private int refused(int reason) throws Throwable {
        ((MemorySegment) errno.invokeExact()).set(JAVA_INT, 0, reason);
        return -1;
    }

    /// The file `-shm` is shared memory, not storage.
    private boolean isOurs(Path file) {
        return file.startsWith(folder) && !file.toString().endsWith("-shm");
    }

    private static Path file(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)));
        } catch (IOException closed) {
            throw new UncheckedIOException("SQLite uses a file that is not open", closed);
        }
    }

    @Override
    public void close() {
        realBySlot.forEach((slot, real) -> slot.set(ADDRESS, 0, real));
        arena.close();
    }
}
