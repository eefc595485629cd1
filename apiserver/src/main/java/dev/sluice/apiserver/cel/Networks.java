package dev.sluice.apiserver.cel;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Functions of URLs, IP addresses and address ranges.
final class Networks {
    private Networks() {}

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "url" -> a -> Url.parse(Texts.text(a, 0));
            case "isURL" -> a -> isUrl(Texts.text(a, 0));
            case "getScheme" -> a -> url(a[0]).uri().getScheme();
            case "getHost" -> a -> url(a[0]).host();
            case "getHostname" -> a -> url(a[0]).hostname();
            case "getPort" -> a -> url(a[0]).port();
            case "getEscapedPath" -> a -> text(url(a[0]).uri().getRawPath());
            case "getQuery" -> a -> url(a[0]).query();
            case "isIP" -> a -> Address.isAddress(Texts.text(a, 0));
            case "ip.isCanonical" -> a -> Address.parse(Texts.text(a, 0)).toString().equals(a[0]);
            case "ip" ->
                    a ->
                            a[0] instanceof Range range
                                    ? range.address()
                                    : Address.parse(Texts.text(a, 0));
            case "family" -> a -> address(a[0]).isVersion4() ? 4L : 6L;
            case "isUnspecified" -> a -> address(a[0]).net().isAnyLocalAddress();
            case "isLoopback" -> a -> address(a[0]).net().isLoopbackAddress();
            case "isLinkLocalMulticast" -> a -> address(a[0]).net().isMCLinkLocal();
            case "isLinkLocalUnicast" -> a -> address(a[0]).net().isLinkLocalAddress();
            case "isGlobalUnicast" -> a -> address(a[0]).isGlobalUnicast();
            case "cidr" -> a -> Range.parse(Texts.text(a, 0));
            case "isCIDR" -> a -> isRange(Texts.text(a, 0));
            case "containsIP" -> a -> range(a[0]).contains(asAddress(a[1]));
            case "containsCIDR" -> a -> range(a[0]).contains(asRange(a[1]));
            case "masked" -> a -> range(a[0]).masked();
            case "prefixLength" -> a -> (long) range(a[0]).bits();
            default -> null;
        };
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    // --- URLs
    // ------------------------------------------------------------------------------------------------------

    /// A value of type `kubernetes.URL`.
    record Url(URI uri) {
        static Url parse(String text) {
            try {
                URI uri = new URI(text);
                boolean isAbsolutePath = text.startsWith("/");
                if (uri.getScheme() == null && !isAbsolutePath) {
                    throw new CelFailure("URL parse error during conversion from string: " + text);
                }
                return new Url(uri);
            } catch (URISyntaxException e) {
                throw new CelFailure(
                        "URL parse error during conversion from string: " + e.getMessage());
            }
        }

        String hostname() {
            String host = text(uri.getHost());
            return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        }

        String port() {
            return uri.getPort() < 0 ? "" : String.valueOf(uri.getPort());
        }

        String host() {
            String port = port();
            return text(uri.getHost()) + (port.isEmpty() ? "" : ":" + port);
        }

        MapValue query() {
            Map<Object, List<Object>> lists = new LinkedHashMap<>();
            for (String pair : text(uri.getRawQuery()).split("&")) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    String key = decode(equals < 0 ? pair : pair.substring(0, equals));
                    String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
                    lists.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
                }
            }
            Map<Object, Object> query = new LinkedHashMap<>();
            lists.forEach((key, values) -> query.put(key, new ListValue.Of(values)));
            return new MapValue.Of(query);
        }

        private static String decode(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }
    }

    private static Url url(Object value) {
        if (value instanceof Url url) {
            return url;
        }
        throw CelFailure.noSuchOverload();
    }

    private static boolean isUrl(String text) {
        try {
            Url.parse(text);
            return true;
        } catch (CelFailure e) {
            return false;
        }
    }

    // --- addresses
    // -------------------------------------------------------------------------------------------------

    /// A value of type `net.IP`.
    record Address(InetAddress net) {
        static boolean isAddress(String text) {
            boolean v4 = text.matches("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
            return v4 || (text.contains(":") && text.matches("[0-9a-fA-F:.]+") && isVersion6(text));
        }

        private static boolean isVersion6(String text) {
            try {
                InetAddress.getByName(text);
                return true;
            } catch (UnknownHostException e) {
                return false;
            }
        }

        static Address parse(String text) {
            if (isAddress(text)) {
                try {
                    return new Address(InetAddress.getByName(text));
                } catch (UnknownHostException e) {
                    throw new CelFailure("IP Address \"" + text + "\" parse error");
                }
            }
            throw new CelFailure(
                    "IP Address \""
                            + text
                            + "\" parse error during conversion from string: unable to parse IP");
        }

        boolean isVersion4() {
            return net instanceof Inet4Address;
        }

        boolean isGlobalUnicast() {
            return !net.isAnyLocalAddress()
                    && !net.isLoopbackAddress()
                    && !net.isMulticastAddress()
                    && !net.isLinkLocalAddress()
                    && !Arrays.equals(net.getAddress(), new byte[] {-1, -1, -1, -1});
        }

        @Override
        public String toString() {
            return isVersion4() ? net.getHostAddress() : compressed(net.getAddress());
        }

        /// The longest run of zero groups becomes `::`.
        private static String compressed(byte[] octets) {
            int[] groups = new int[8];
            for (int i = 0; i < 8; i++) {
                groups[i] = (octets[2 * i] & 0xff) << 8 | (octets[2 * i + 1] & 0xff);
            }
            int start = -1;
            int length = 1;
            for (int i = 0; i < 8; i++) {
                int end = i;
                while (end < 8 && groups[end] == 0) {
                    end++;
                }
                if (end - i > length) {
                    start = i;
                    length = end - i;
                }
            }
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < 8; i++) {
                if (i == start) {
                    out.append("::");
                    i += length - 1;
                } else {
                    boolean first = out.isEmpty() || out.charAt(out.length() - 1) == ':';
                    out.append(first ? "" : ":").append(Integer.toHexString(groups[i]));
                }
            }
            return out.toString();
        }
    }

    private static Address address(Object value) {
        if (value instanceof Address address) {
            return address;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Address asAddress(Object value) {
        return value instanceof String text ? Address.parse(text) : address(value);
    }

    // --- ranges
    // ----------------------------------------------------------------------------------------------------

    /// A value of type `net.CIDR`.
    record Range(Address address, int bits) {
        static Range parse(String text) {
            int slash = text.indexOf('/');
            try {
                if (slash > 0 && text.substring(slash + 1).matches("\\d{1,3}")) {
                    Address address = Address.parse(text.substring(0, slash));
                    int bits = Integer.parseInt(text.substring(slash + 1));
                    if (bits <= (address.isVersion4() ? 32 : 128)) {
                        return new Range(address, bits);
                    }
                }
            } catch (CelFailure e) {
                throw new CelFailure(
                        "network address parse error during conversion from string: " + e.text());
            }
            throw new CelFailure(
                    "network address parse error during conversion from string: " + text);
        }

        boolean contains(Address other) {
            return address.isVersion4() == other.isVersion4()
                    && samePrefix(address.net().getAddress(), other.net().getAddress(), bits);
        }

        boolean contains(Range other) {
            return other.bits >= bits && contains(other.address);
        }

        Range masked() {
            byte[] octets = address.net().getAddress();
            for (int bit = bits; bit < octets.length * 8; bit++) {
                octets[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
            }
            try {
                return new Range(new Address(InetAddress.getByAddress(octets)), bits);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("an address keeps its length", e);
            }
        }

        private static boolean samePrefix(byte[] a, byte[] b, int bits) {
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((a[bit / 8] & mask) != (b[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return address + "/" + bits;
        }
    }

    private static Range range(Object value) {
        if (value instanceof Range range) {
            return range;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Range asRange(Object value) {
        return value instanceof String text ? Range.parse(text) : range(value);
    }

    private static boolean isRange(String text) {
        try {
            Range.parse(text);
            return true;
        } catch (CelFailure e) {
            return false;
        }
    }
}
