package dev.sluice.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.sluice.apiserver.schema.CelRule;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import dev.sluice.apiserver.transcripts.Recording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Our evaluator against the library for Java (H4.20): both get the same expressions over the same JSON.
class SecondOpinionTest {
    private static final Cel LIBRARY =
            CelFactory.standardCelBuilder()
                    .setOptions(
                            CelOptions.current()
                                    .enableHeterogeneousNumericComparisons(true)
                                    .build())
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .addCompilerLibraries(
                            CelExtensions.strings(),
                            CelExtensions.optional(),
                            CelExtensions.bindings())
                    .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.optional())
                    .addVar("self", SimpleType.DYN)
                    .addVar("oldSelf", SimpleType.DYN)
                    .build();

    private static final String SELF =
            """
            {"n":3,"m":-7,"big":9007199254740993,"r":1.5,"s":"Grüße, Welt","t":true,"e":"",
             "list":[1,2,3,2],"words":["b","a","c"],"none":null,"map":{"a":1,"b":{"c":[{"k":"x"},{"k":"y","v":2}]}},
             "items":[{"name":"x","count":2},{"name":"y"},{"name":"z","count":5}]}
            """;

    private static final List<String> EXPRESSIONS =
            List.of(
                    "1 + 2 * 3 - 4 / 2 % 3 == 5",
                    "-7 / 2",
                    "-7 % 3",
                    "7.5 / 2.5",
                    "self.n + 1",
                    "self.n * self.m",
                    "-self.m",
                    "self.big + 1",
                    "9223372036854775807 + 1",
                    "-9223372036854775808 - 1",
                    "1 / 0",
                    "1 % 0",
                    "1.0 / 0.0",
                    "self.n < 4 && self.r > 1",
                    "self.n >= self.r",
                    "dyn(2) == 2.0",
                    "1u + 2u",
                    "1u - 2u",
                    "size(self.s)",
                    "self.s.size() + self.list.size() + size(self.map)",
                    "self.s.startsWith('Gr') && self.s.endsWith(\"Welt\") && self.s.contains('ße')",
                    "self.s.matches('^Gr.*t$')",
                    "'a.b' + r'\\d' + \"\\n\" + '\\u00e4'",
                    "self.words.join('-')",
                    "'a,b,c'.split(',')",
                    "'hello'.charAt(1) + 'hello'.substring(1, 3) + 'x'.upperAscii() + 'Y'.lowerAscii()",
                    "'hello mellow'.indexOf('ello') + 'hello mellow'.lastIndexOf('ello')",
                    "'hello hello'.replace('he', 'we') + 'hello hello'.replace('he', 'we', 1)",
                    "'  trim '.trim()",
                    "[1, 2, 3].map(x, x * 2)",
                    "[1, 2, 3].map(x, x > 1, x * 2)",
                    "[1, 2, 3].filter(x, x % 2 == 1)",
                    "[1, 2, 3].all(x, x > 0) && [1, 2, 3].exists(x, x == 2) && [1, 2].exists_one(x, x == 2)",
                    "{'a': 1, 'b': 2}.all(k, k != 'c')",
                    "{'a': 1, 'b': 2}['b']",
                    "{'a': 1}.a",
                    "'a' in self.map && 2 in self.list && !('z' in self.map)",
                    "self.list[1]",
                    "self.list[7]",
                    "self.map['b'].c[1].v",
                    "self.nope",
                    "has(self.nope)",
                    "has(self.none)",
                    "has(self.map.b.c)",
                    "has(self.map.q.c)",
                    "self.none == null",
                    "self.nope == 1 || self.n == 3",
                    "self.n == 3 || self.nope == 1",
                    "self.nope == 1 && self.n == 4",
                    "self.nope == 1 && self.n == 3",
                    "self.items.all(i, !has(i.count) || i.count > 1)",
                    "self.items.exists(i, i.count > 4)",
                    "self.items.all(i, i.count > 1)",
                    "self.items.exists(i, i.count == 2)",
                    "self.items.filter(i, has(i.count)).map(i, i.name)",
                    "self.t ? 'yes' : 'no'",
                    "!self.t",
                    "self.list == [1, 2, 3, 2]",
                    "self.map.b == self.map.b",
                    "[1, 2] + [3]",
                    "[1, [2, 3]] == [1, [2, 3]]",
                    "{'a': [1]} == {'a': [1]}",
                    "string(1) + string(true) + string(1.5) + string(2u)",
                    "int('42') + int(3.9) + int(2u)",
                    "double('1.5') + double(2)",
                    "int('x')",
                    "bool('true')",
                    "type(1) == int && type('') == string && type([]) == list && type({}) == map",
                    "duration('1h30m') > duration('89m')",
                    "duration('90s').getMinutes()",
                    "timestamp('2026-01-02T03:04:05Z').getFullYear()",
                    "timestamp('2026-01-02T03:04:05Z').getMonth()",
                    "timestamp('2026-01-02T03:04:05Z').getDayOfWeek()",
                    "timestamp('2026-01-02T23:04:05Z').getHours('+02:00')",
                    "timestamp('2026-01-02T00:00:00Z') + duration('24h') == timestamp('2026-01-03T00:00:00Z')",
                    "timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('24h')",
                    "b'abc' == bytes('abc')",
                    "'b' < 'c' && 'B' < 'b' && false < true",
                    "optional.of(1).orValue(2) + optional.none().orValue(3)",
                    "self.?nope.orValue('d')",
                    "self.?map.b.c.hasValue()",
                    "self.list[?9].hasValue()",
                    "optional.of(2).optMap(x, x * 3).value()",
                    "cel.bind(x, self.n + 1, x * x)",
                    "[self.t, !self.t].filter(x, x == true).size() == 1",
                    "1 < 2 == true",
                    "0x1F + 1",
                    "1e3",
                    ".5",
                    "'''a\nb'''.size()",
                    "// a comment\n1 + 1");

    private static final List<String> BAD =
            List.of(
                    "1 +",
                    "(1",
                    "1 + 'a'",
                    "self.",
                    "foo(1)",
                    "[1, 2",
                    "'abc",
                    "nope == 1",
                    "true && 1",
                    "size(1)",
                    "'a'.size(1)",
                    "!1",
                    "-'a'",
                    "1 ? 2 : 3",
                    "a b",
                    "[1].all(x)",
                    "{1}",
                    "for",
                    "2 == 2.0",
                    "true ? false ? 1 : 2 : 3");

    @TestFactory
    Stream<DynamicTest> agreesOnValues() {
        return EXPRESSIONS.stream()
                .map(
                        e ->
                                DynamicTest.dynamicTest(
                                        e, () -> assertThat(ours(e)).isEqualTo(theirs(e))));
    }

    @TestFactory
    Stream<DynamicTest> agreesOnWhatIsNoExpression() {
        return BAD.stream()
                .map(
                        e ->
                                DynamicTest.dynamicTest(
                                        e,
                                        () -> {
                                            assertThat(ours(e)).as("ours").startsWith("refused");
                                            assertThat(theirs(e))
                                                    .as("theirs")
                                                    .startsWith("refused");
                                        }));
    }

    @TestFactory
    Stream<DynamicTest> agreesOnKueuesRules() {
        Set<String> rules = new LinkedHashSet<>();
        for (ObjectNode definition : Recording.kueueDefinitions()) {
            for (JsonNode version : definition.path("spec").path("versions")) {
                collect(SchemaReader.read(version.path("schema").path("openAPIV3Schema")), rules);
            }
        }
        assertThat(rules).hasSizeGreaterThan(35);
        return rules.stream()
                .map(
                        r ->
                                DynamicTest.dynamicTest(
                                        r, () -> assertThat(ours(r)).isEqualTo(theirs(r))));
    }

    private static void collect(Schema schema, Set<String> rules) {
        schema.rules().stream().map(CelRule::rule).forEach(rules::add);
        schema.properties().values().forEach(property -> collect(property, rules));
        for (Schema below : new Schema[] {schema.items(), schema.additionalProperties()}) {
            if (below != null) {
                collect(below, rules);
            }
        }
    }

    private static String ours(String expression) {
        try {
            Map<String, Type> variables =
                    Map.of("self", Type.Simple.DYN, "oldSelf", Type.Simple.DYN);
            Object self = JsonValues.of(Recording.parse(SELF), null);
            return print(
                    Program.compile(expression, new TreeMap<>(variables).reversed())
                            .eval(self, self));
        } catch (CelSyntaxError e) {
            return "refused: " + e.text();
        } catch (CelFailure e) {
            return "failed";
        }
    }

    private static String theirs(String expression) {
        try {
            CelAbstractSyntaxTree tree = LIBRARY.compile(expression).getAst();
            Object self = widened(Recording.parse(SELF));
            return print(LIBRARY.createProgram(tree).eval(Map.of("self", self, "oldSelf", self)));
        } catch (CelValidationException e) {
            return "refused: " + e.getMessage();
        } catch (CelEvaluationException e) {
            return "failed";
        }
    }

    /// The library wants every integer as a long and null as its own value.
    private static Object widened(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(e -> map.put(e.getKey(), widened(e.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(e -> list.add(widened(e)));
            return list;
        }
        return node.isIntegralNumber()
                ? (Object) node.longValue()
                : node.isNumber()
                        ? (Object) node.doubleValue()
                        : node.isBoolean()
                                ? (Object) node.booleanValue()
                                : node.isNull() ? (Object) NullValue.NULL_VALUE : node.textValue();
    }

    /// A value of either evaluator as text.
    private static String print(Object value) {
        return switch (value) {
            case ListValue list -> {
                List<String> all = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    all.add(print(list.get(i)));
                }
                yield all.toString();
            }
            case List<?> list -> list.stream().map(SecondOpinionTest::print).toList().toString();
            case MapValue map ->
                    map.keys().stream()
                            .map(k -> print(k) + "=" + print(Objects.requireNonNull(map.get(k))))
                            .sorted()
                            .toList()
                            .toString();
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(e -> print(e.getKey()) + "=" + print(e.getValue()))
                            .sorted()
                            .toList()
                            .toString();
            default -> value.toString();
        };
    }
}
