package dev.sluice.cli;

import dev.sluice.api.name.Spelling;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is said about a command line that cannot be understood: one sentence with the argument, its value and what was
/// expected, and where to read on.
final class WrongArguments implements IParameterExceptionHandler {
    /// Lets `line` and its subcommands say it in this way.
    static CommandLine told(CommandLine line) {
        register(line);
        line.getSubcommands().values().forEach(WrongArguments::register);
        return line.setParameterExceptionHandler(new WrongArguments());
    }

    /// Words and numbers that have no converter of their own.
    private static void register(CommandLine line) {
        line.registerConverter(int.class, new WholeNumber());
        for (ArgSpec argument : line.getCommandSpec().args()) {
            Class<?> type = argument.type();
            if (type.isEnum()) {
                registerWords(line, type);
            }
        }
    }

    private static <T> void registerWords(CommandLine line, Class<T> type) {
        line.registerConverter(type, words(type));
    }

    /// A constant by its text or its name, whatever the case.
    private static <T> ITypeConverter<T> words(Class<T> type) {
        T[] constants = type.getEnumConstants();
        return text -> {
            for (T constant : constants) {
                if (constant.toString().equalsIgnoreCase(text)
                        || ((Enum<?>) constant).name().equalsIgnoreCase(text)) {
                    return constant;
                }
            }
            throw new TypeConversionException(
                    "expected one of "
                            + String.join(
                                    ", ", Arrays.stream(constants).map(Object::toString).toList()));
        };
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("sluice: " + text(wrong));
        err.println("Try: " + line.getCommandSpec().qualifiedName(" ") + " --help");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String text(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(unmatched);
        }
        if (argument != null && wrong.getCause() instanceof TypeConversionException conversion) {
            return "%s is %s, %s"
                    .formatted(name(argument), wrong.getValue(), conversion.getMessage());
        }
        return String.valueOf(wrong.getMessage()).replaceFirst("^Error: ", "");
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String unmatched(UnmatchedArgumentException unmatched) {
        CommandLine line = unmatched.getCommandLine();
        String first = unmatched.getUnmatched().getFirst();
        if (unmatched.isUnknownOption()) {
            List<String> options = new ArrayList<>();
            line.getCommandSpec().options().forEach(o -> options.addAll(Arrays.asList(o.names())));
            return "unknown option '" + first + "'" + meant(first, options);
        }
        if (line.getSubcommands().isEmpty()) {
            return "unexpected argument '" + first + "'";
        }
        return "unknown command '" + first + "'" + meant(first, commands(line));
    }

    private static String meant(String word, List<String> known) {
        return Spelling.nearest(word, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    /// The commands that are shown to people.
    static List<String> commands(CommandLine line) {
        return line.getSubcommands().entrySet().stream()
                .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }
}
