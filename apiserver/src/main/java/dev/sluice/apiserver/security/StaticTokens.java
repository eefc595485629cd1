package dev.sluice.apiserver.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Bearer tokens that a file names, one user a line: `token,user,uid,"group1,group2"` (H7.3).
public final class StaticTokens {
    /// No users.
    public static final StaticTokens NONE = new StaticTokens(List.of());

    private record Entry(byte[] token, User user) {}

    private final List<Entry> entries;

    private StaticTokens(List<Entry> entries) {
        this.entries = entries;
    }

    /// Reads a token file. Empty lines and those that begin with `#` do not count.
    ///
    /// @throws IOException when it cannot be read, or a line is wrong; the message names file and line
    public static StaticTokens read(Path file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                entries.add(entry(file, number, line.strip()));
            }
        }
        return new StaticTokens(List.copyOf(entries));
    }

    private static Entry entry(Path file, int number, String line) throws IOException {
        String[] fields = line.split(",", 4);
        if (fields.length < 3 || fields[0].isBlank() || fields[1].isBlank()) {
            // the line is not repeated: it may hold a token
            throw new IOException(
                    file
                            + " line "
                            + number
                            + " has "
                            + fields.length
                            + " fields, expected token,user,uid or token,user,uid,\"group1,group2\"");
        }
        Set<String> groups = new LinkedHashSet<>();
        if (fields.length == 4) {
            for (String group : fields[3].replace("\"", "").split(",", -1)) {
                if (!group.isBlank()) {
                    groups.add(group.strip());
                }
            }
        }
        groups.add(User.AUTHENTICATED);
        return new Entry(
                fields[0].strip().getBytes(StandardCharsets.UTF_8),
                new User(fields[1].strip(), fields[2].strip(), groups));
    }

    /// Looks at every entry, so that the time taken says nothing about which one came close.
    @Nullable User holder(byte[] token) {
        User found = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.token(), token)) {
                found = entry.user();
            }
        }
        return found;
    }
}
