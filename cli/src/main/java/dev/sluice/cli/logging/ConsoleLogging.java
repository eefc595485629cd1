package dev.sluice.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Optional;
import org.slf4j.Logger;

/// Logging to standard error, from `WARN` on or the level that the environment variable `SLUICE_LOG` names. A file that
/// `-Dlogback.configurationFile` names comes first. In code, because reading an XML file costs a tenth of a second at
/// every start.
public final class ConsoleLogging extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{20} %msg %kvp%n";

    /// It warns of every kind whose version is a beta.
    private static final String WORDY =
            "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("STDERR");
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        context.getLogger(WORDY).setLevel(Level.ERROR);
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        String level = Optional.ofNullable(System.getenv("SLUICE_LOG")).orElse("");
        root.setLevel(Level.toLevel(level, Level.WARN));
        root.addAppender(console);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
