package dev.sluice.cli;

import java.util.concurrent.Callable;

/// A subcommand that another module brings: a picocli command whose value is the exit code, found as a service.
public interface Subcommand extends Callable<Integer> {}
