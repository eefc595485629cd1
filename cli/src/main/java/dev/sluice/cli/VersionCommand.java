package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
        out.println("sluice " + version());
        out.println("java " + Runtime.version());
        out.flush();
        return 0;
    }

    static String version() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return version == null ? "(development build)" : version;
    }
}
