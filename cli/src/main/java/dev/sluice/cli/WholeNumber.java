package dev.sluice.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads whole numbers of a range from the command line, and says which range it is.
class WholeNumber implements ITypeConverter<Integer> {
    private final int least;
    private final int greatest;
    private final String expected;

    WholeNumber() {
        this(Integer.MIN_VALUE, Integer.MAX_VALUE, "a whole number");
    }

    /// @param expected what a number that is refused ought to be, for example `1 to 65535`
    WholeNumber(int least, int greatest, String expected) {
        this.least = least;
        this.greatest = greatest;
        this.expected = expected;
    }

    @Override
    public Integer convert(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of the range is
        }
        throw new TypeConversionException("expected " + expected);
    }

    /// A port to listen on.
    static final class Port extends WholeNumber {
        Port() {
            super(0, 65_535, "0 (any free one) or 1 to 65535");
        }
    }

    /// How many nodes to simulate.
    static final class Nodes extends WholeNumber {
        Nodes() {
            super(0, 10_000, "0 to 10000");
        }
    }

    /// How many days something is good.
    static final class Days extends WholeNumber {
        Days() {
            super(1, 3_650, "1 to 3650");
        }
    }

    /// How many worker clusters to keep up.
    static final class Workers extends WholeNumber {
        Workers() {
            super(0, 9, "0 to 9");
        }
    }
}
