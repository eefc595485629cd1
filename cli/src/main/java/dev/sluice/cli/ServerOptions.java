package dev.sluice.cli;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.audit.AuditPolicy;
import dev.sluice.apiserver.error.FileFault;
import dev.sluice.apiserver.security.Exposure;
import dev.sluice.apiserver.security.StaticTokens;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of every command that keeps an API server up: where its data lie, where it listens, where the kubeconfig goes.
final class ServerOptions {
    private static final long AUDIT_BYTES_MAX = 100L << 20;
    private static final int AUDIT_FILES_KEPT = 10;

    @ArgGroup private @Nullable Storage storage;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "6443",
            converter = WholeNumber.Port.class,
            description = "The port; 0 takes any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "Where to write the administrator's kubeconfig. Default: kubeconfig in the data folder.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description =
                    "More users with bearer tokens, one a line: token,user,uid,\"group1,group2\".")
    private @Nullable Path tokens;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = Exposure.LOOPBACK,
            description =
                    "The address to listen on; 0.0.0.0 opens the server to the network. Default: ${DEFAULT-VALUE}.")
    private String listen = Exposure.LOOPBACK;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "A further DNS name or address for the server's certificate; may be given several times.")
    private List<String> names = List.of();

    @Option(
            names = "--audit-log",
            paramLabel = "FILE",
            description = "Record who changed what, a JSON line per request.")
    private @Nullable Path auditLog;

    @Option(
            names = "--audit-policy",
            paramLabel = "FILE",
            description =
                    "What to record: a Policy of audit.k8s.io/v1. Default: metadata of all changes.")
    private @Nullable Path auditPolicy;

    @Option(
            names = "--event-ttl",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = DurationText.class,
            description =
                    "How long an event stays after its last write. Default: ${DEFAULT-VALUE}.")
    private Duration eventTtl = ApiServerConfig.EVENT_TTL;

    /// Either a folder or nothing that stays.
    static final class Storage {
        @Option(
                names = "--data",
                required = true,
                paramLabel = "DIR",
                description =
                        "The data folder. Default: $XDG_DATA_HOME/sluice, else ~/.local/share/sluice.")
        private @Nullable Path data;

        @Option(
                names = "--ephemeral",
                required = true,
                description = "Keep all data in memory; they are gone at the end.")
        private boolean ephemeral;
    }

    int port() {
        return port;
    }

    /// The data folder; empty when nothing is to stay.
    Optional<Path> data(Map<String, String> environment) {
        Storage chosen = storage;
        if (chosen == null) {
            return Optional.of(DataOption.standard(environment));
        }
        return Optional.ofNullable(chosen.data).map(Path::toAbsolutePath);
    }

    /// Where the user wants the kubeconfig.
    ///
    /// @throws Refusal when there is no folder for it
    Optional<Path> kubeconfig() {
        Path file = kubeconfig;
        if (file == null) {
            return Optional.empty();
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new Refusal(2, "--kubeconfig is " + file + ", but there is no folder " + folder);
        }
        return Optional.of(file.toAbsolutePath().normalize());
    }

    /// What the server opens, to whom, and what is recorded.
    ///
    /// @throws Refusal when a file cannot be read
    Exposure exposure() {
        Exposure exposure = Exposure.LEAST.withHost(listen).withNames(names).withTokens(users());
        return audit().map(exposure::withAudit).orElse(exposure);
    }

    /// What an API server is to be, as far as these options say.
    ///
    /// @throws Refusal when a file cannot be read, or a time is no time
    ApiServerConfig config(Map<String, String> environment) {
        if (!eventTtl.isPositive()) {
            throw new Refusal(2, "--event-ttl is 0: expected more, such as 10m");
        }
        return ApiServerConfig.ephemeral()
                .withData(data(environment).orElse(null))
                .withPort(port)
                .withExposure(exposure())
                .withEventTtl(eventTtl);
    }

    private StaticTokens users() {
        Path file = tokens;
        if (file == null) {
            return StaticTokens.NONE;
        }
        try {
            return StaticTokens.read(file);
        } catch (IOException wrong) {
            throw new Refusal(2, "--tokens cannot be read: " + fault(file, wrong));
        }
    }

    private Optional<AuditLog.Settings> audit() {
        Path file = auditLog;
        Path policy = auditPolicy;
        if (file == null) {
            if (policy != null) {
                throw new Refusal(2, "--audit-policy needs --audit-log FILE");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new AuditLog.Settings(
                            file.toAbsolutePath().normalize(),
                            policy == null ? AuditPolicy.CHANGES : AuditPolicy.read(policy),
                            AUDIT_BYTES_MAX,
                            AUDIT_FILES_KEPT));
        } catch (IOException wrong) {
            throw new Refusal(2, "--audit-policy cannot be read: " + fault(policy, wrong));
        }
    }

    /// With the file's name, which the texts about its content have already.
    private static String fault(@Nullable Path file, IOException wrong) {
        return wrong instanceof FileSystemException
                ? file + ": " + FileFault.reason(wrong)
                : FileFault.reason(wrong);
    }
}
