package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The functions there are, by name, with the types they take and give.
///
/// In the table a line is a function: receiver and dot for member functions, parameters, result. `$e` is the element type
/// of the receiver or first argument, `$0` that type itself, `$v` the value type of an optional.
final class Signatures {
    private static final String TABLE =
            """
            jsonpatch.escapeKey(string) string
            size(string) int
            size(bytes) int
            size(list) int
            size(map) int
            string.size() int
            bytes.size() int
            list.size() int
            map.size() int
            string.contains(string) bool
            string.startsWith(string) bool
            string.endsWith(string) bool
            string.matches(string) bool
            matches(string, string) bool
            int(int) int
            int(uint) int
            int(double) int
            int(string) int
            int(timestamp) int
            uint(uint) uint
            uint(int) uint
            uint(double) uint
            uint(string) uint
            double(double) double
            double(int) double
            double(uint) double
            double(string) double
            string(string) string
            string(int) string
            string(uint) string
            string(double) string
            string(bool) string
            string(bytes) string
            string(timestamp) string
            string(duration) string
            string(ip) string
            string(cidr) string
            bool(bool) bool
            bool(string) bool
            bytes(bytes) bytes
            bytes(string) bytes
            duration(duration) duration
            duration(string) duration
            timestamp(timestamp) timestamp
            timestamp(string) timestamp
            timestamp(int) timestamp
            dyn(dyn) dyn
            type(dyn) type
            timestamp.getFullYear() int
            timestamp.getMonth() int
            timestamp.getDate() int
            timestamp.getDayOfMonth() int
            timestamp.getDayOfWeek() int
            timestamp.getDayOfYear() int
            timestamp.getHours() int
            timestamp.getMinutes() int
            timestamp.getSeconds() int
            timestamp.getMilliseconds() int
            timestamp.getFullYear(string) int
            timestamp.getMonth(string) int
            timestamp.getDate(string) int
            timestamp.getDayOfMonth(string) int
            timestamp.getDayOfWeek(string) int
            timestamp.getDayOfYear(string) int
            timestamp.getHours(string) int
            timestamp.getMinutes(string) int
            timestamp.getSeconds(string) int
            timestamp.getMilliseconds(string) int
            duration.getHours() int
            duration.getMinutes() int
            duration.getSeconds() int
            duration.getMilliseconds() int
            string.charAt(int) string
            string.indexOf(string) int
            string.indexOf(string, int) int
            string.lastIndexOf(string) int
            string.lastIndexOf(string, int) int
            string.lowerAscii() string
            string.upperAscii() string
            string.replace(string, string) string
            string.replace(string, string, int) string
            string.split(string) list<string>
            string.split(string, int) list<string>
            string.substring(int) string
            string.substring(int, int) string
            string.trim() string
            string.reverse() string
            string.format(list) string
            strings.quote(string) string
            list<string>.join() string
            list<string>.join(string) string
            string.find(string) string
            string.findAll(string) list<string>
            string.findAll(string, int) list<string>
            list.isSorted() bool
            list.sum() $e
            list.min() $e
            list.max() $e
            list.indexOf(dyn) int
            list.lastIndexOf(dyn) int
            list.slice(int, int) $0
            list.flatten() list
            list.flatten(int) list
            list.distinct() $0
            list.reverse() $0
            list.sort() $0
            list.includes(dyn) bool
            lists.range(int) list<int>
            sets.contains(list, list) bool
            sets.equivalent(list, list) bool
            sets.intersects(list, list) bool
            url(string) url
            isURL(string) bool
            url.getScheme() string
            url.getHost() string
            url.getHostname() string
            url.getPort() string
            url.getEscapedPath() string
            url.getQuery() map
            quantity(string) quantity
            isQuantity(string) bool
            quantity.isInteger() bool
            quantity.asInteger() int
            quantity.asApproximateFloat() double
            quantity.sign() int
            quantity.add(quantity) quantity
            quantity.add(int) quantity
            quantity.sub(quantity) quantity
            quantity.sub(int) quantity
            quantity.isLessThan(quantity) bool
            quantity.isGreaterThan(quantity) bool
            quantity.compareTo(quantity) int
            ip(string) ip
            isIP(string) bool
            ip.isCanonical(string) bool
            ip.family() int
            ip.isUnspecified() bool
            ip.isLoopback() bool
            ip.isLinkLocalMulticast() bool
            ip.isLinkLocalUnicast() bool
            ip.isGlobalUnicast() bool
            cidr(string) cidr
            isCIDR(string) bool
            cidr.containsIP(ip) bool
            cidr.containsIP(string) bool
            cidr.containsCIDR(cidr) bool
            cidr.containsCIDR(string) bool
            cidr.ip() ip
            cidr.masked() cidr
            cidr.prefixLength() int
            semver(string) semver
            semver(string, bool) semver
            isSemver(string) bool
            isSemver(string, bool) bool
            semver.major() int
            semver.minor() int
            semver.patch() int
            semver.compareTo(semver) int
            semver.isLessThan(semver) bool
            semver.isGreaterThan(semver) bool
            format.named(string) optional<format>
            format.validate(string) optional<list<string>>
            format.dns1123Label() format
            format.dns1123Subdomain() format
            format.dns1035Label() format
            format.qualifiedName() format
            format.dns1123LabelPrefix() format
            format.dns1123SubdomainPrefix() format
            format.dns1035LabelPrefix() format
            format.labelValue() format
            format.uri() format
            format.uuid() format
            format.byte() format
            format.date() format
            format.datetime() format
            authorizer.path(string) pathCheck
            authorizer.group(string) groupCheck
            authorizer.serviceAccount(string, string) authorizer
            groupCheck.resource(string) resourceCheck
            resourceCheck.subresource(string) resourceCheck
            resourceCheck.namespace(string) resourceCheck
            resourceCheck.name(string) resourceCheck
            resourceCheck.fieldSelector(string) resourceCheck
            resourceCheck.labelSelector(string) resourceCheck
            resourceCheck.check(string) decision
            pathCheck.check(string) decision
            decision.allowed() bool
            decision.reason() string
            decision.errored() bool
            decision.error() string
            optional.of(dyn) optional
            optional.ofNonZeroValue(dyn) optional
            optional.none() optional
            optional.hasValue() bool
            optional.value() $v
            optional.or(optional) $0
            optional.orValue(dyn) $v
            base64.encode(bytes) string
            base64.decode(string) bytes
            _+_(int, int) int
            _+_(uint, uint) uint
            _+_(double, double) double
            _+_(string, string) string
            _+_(bytes, bytes) bytes
            _+_(list, list) $0
            _+_(timestamp, duration) timestamp
            _+_(duration, timestamp) timestamp
            _+_(duration, duration) duration
            _-_(int, int) int
            _-_(uint, uint) uint
            _-_(double, double) double
            _-_(timestamp, duration) timestamp
            _-_(timestamp, timestamp) duration
            _-_(duration, duration) duration
            _*_(int, int) int
            _*_(uint, uint) uint
            _*_(double, double) double
            _/_(int, int) int
            _/_(uint, uint) uint
            _/_(double, double) double
            _%_(int, int) int
            _%_(uint, uint) uint
            -_(int) int
            -_(double) double
            !_(bool) bool
            _&&_(bool, bool) bool
            _||_(bool, bool) bool
            """;

    private static final Map<String, List<Signature>> BY_NAME = read();

    private Signatures() {}

    /// One way to call a function.
    ///
    /// @param member called on its first parameter: `a.f(b)`
    record Signature(boolean member, List<Type> parameters, String result) {
        /// @param arguments types that fit
        Type resultFor(List<Type> arguments) {
            return switch (result) {
                case "$e" ->
                        arguments.getFirst() instanceof Type.ListType(Type element)
                                ? element
                                : Type.Simple.DYN;
                case "$0" -> arguments.getFirst();
                case "$v" ->
                        arguments.getFirst() instanceof Type.OptionalType(Type value)
                                ? value
                                : Type.Simple.DYN;
                default -> type(result);
            };
        }
    }

    /// The ways to call a function; none when there is no such function.
    static List<Signature> named(String name) {
        return BY_NAME.getOrDefault(name, List.of());
    }

    private static Map<String, List<Signature>> read() {
        Map<String, List<Signature>> all = new HashMap<>();
        for (String line : TABLE.split("\n")) {
            int open = line.indexOf('(');
            int close = line.lastIndexOf(')');
            String name = line.substring(0, open);
            List<Type> parameters = new ArrayList<>();
            int dot = name.lastIndexOf('.');
            String head = dot < 0 ? "" : name.substring(0, dot);
            boolean isStatic = isStatic(head, name.substring(dot + 1));
            boolean member = dot > 0 && !isStatic;
            if (member) {
                parameters.add(type(head));
                name = name.substring(dot + 1);
            }
            String inside = line.substring(open + 1, close);
            if (!inside.isEmpty()) {
                for (String word : inside.split(", ")) {
                    parameters.add(type(word));
                }
            }
            all.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(new Signature(member, List.copyOf(parameters), line.substring(close + 2)));
        }
        return all;
    }

    /// `format.uri()` makes a format, `format.validate(s)` asks one.
    private static boolean isStatic(String head, String name) {
        return switch (head) {
            case "sets", "strings", "lists", "base64", "jsonpatch" -> true;
            case "format" -> !name.equals("validate");
            case "optional" -> name.equals("of") || name.equals("none") || name.startsWith("ofNon");
            case "ip" -> name.equals("isCanonical");
            default -> false;
        };
    }

    private static Type type(String word) {
        int open = word.indexOf('<');
        if (open > 0) {
            Type inner = type(word.substring(open + 1, word.length() - 1));
            return word.startsWith("list")
                    ? new Type.ListType(inner)
                    : new Type.OptionalType(inner);
        }
        return switch (word) {
            case "dyn" -> Type.Simple.DYN;
            case "bool" -> Type.Simple.BOOL;
            case "int" -> Type.Simple.INT;
            case "uint" -> Type.Simple.UINT;
            case "double" -> Type.Simple.DOUBLE;
            case "string" -> Type.Simple.STRING;
            case "bytes" -> Type.Simple.BYTES;
            case "timestamp" -> Type.Simple.TIMESTAMP;
            case "duration" -> Type.Simple.DURATION;
            case "type" -> Type.Simple.TYPE;
            case "list" -> new Type.ListType(Type.Simple.DYN);
            case "map" -> new Type.MapType(Type.Simple.DYN, Type.Simple.DYN);
            case "optional" -> new Type.OptionalType(Type.Simple.DYN);
            case "quantity" -> new Type.Opaque("kubernetes.Quantity");
            case "url" -> new Type.Opaque("kubernetes.URL");
            case "ip" -> new Type.Opaque("net.IP");
            case "cidr" -> new Type.Opaque("net.CIDR");
            case "semver" -> new Type.Opaque("kubernetes.Semver");
            case "format" -> new Type.Opaque("kubernetes.NamedFormat");
            case "authorizer" -> Access.AUTHORIZER;
            case "pathCheck" -> Access.PATH_CHECK;
            case "groupCheck" -> Access.GROUP_CHECK;
            case "resourceCheck" -> Access.RESOURCE_CHECK;
            case "decision" -> Access.DECISION;
            default -> throw new IllegalStateException("no such type in the table: " + word);
        };
    }
}
