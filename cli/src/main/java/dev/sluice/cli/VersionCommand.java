package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sluice version`: the version of Sluice, of the API that it serves and of the Java that runs it.
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (String line : new Lines().getVersion()) {
            out.println(line);
        }
        out.flush();
        return 0;
    }

    /// What `sluice version` and `sluice --version` print.
    static final class Lines implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = VersionCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "sluice " + (version == null ? "(development build)" : version),
                "java " + Runtime.version()
            };
        }
    }
}
