package dev.sluice.cli.demo;

import java.util.ArrayList;
import java.util.List;

/// Rows of words in columns of even width. Columns of numbers stand on the right.
final class TextTable {
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... header) {
        rows.add(List.of(header));
    }

    void row(Object... cells) {
        List<String> texts = new ArrayList<>();
        for (Object cell : cells) {
            texts.add(String.valueOf(cell));
        }
        if (texts.size() != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    "a row of " + texts.size() + " cells in a table of " + rows.getFirst().size());
        }
        rows.add(texts);
    }

    List<String> lines() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[column] = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            numbers[column] =
                    rows.size() > 1
                            && rows.stream()
                                    .skip(1)
                                    .allMatch(row -> row.get(at).matches("|-?\\d[\\w.]*( s)?"));
        }
        return rows.stream().map(row -> line(row, widths, numbers)).toList();
    }

    private static String line(List<String> row, int[] widths, boolean[] numbers) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : GAP)
                    .append(numbers[column] ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }
}
