package dev.sluice.apiserver.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Conversions between types, sizes, and the parts of times.
final class Conversions {
    private Conversions() {}

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "size" -> a -> size(a[0]);
            case "int" -> a -> integer(a[0]);
            case "uint" -> a -> unsigned(a[0]);
            case "double" -> a -> floating(a[0]);
            case "string" -> a -> string(a[0]);
            case "bool" -> a -> bool(a[0]);
            case "bytes" -> a -> bytes(a[0]);
            case "duration" -> a -> duration(a[0]);
            case "timestamp" -> a -> timestamp(a[0]);
            case "dyn" -> a -> a[0];
            case "type" -> a -> new TypeName(Values.typeName(a[0]));
            case "base64.encode" ->
                    a -> Base64.getEncoder().encodeToString(((Bytes) bytes(a[0])).octets());
            case "base64.decode" -> a -> new Bytes(Base64.getDecoder().decode(Texts.text(a, 0)));
            case "getFullYear",
                    "getMonth",
                    "getDate",
                    "getDayOfMonth",
                    "getDayOfWeek",
                    "getDayOfYear",
                    "getHours",
                    "getMinutes",
                    "getSeconds",
                    "getMilliseconds" ->
                    a -> part(name, a);
            default -> null;
        };
    }

    /// A value of type `type`.
    record TypeName(String name) {}

    private static Object size(Object value) {
        return switch (value) {
            case String text -> (long) text.codePointCount(0, text.length());
            case Bytes bytes -> (long) bytes.octets().length;
            case ListValue list -> (long) list.size();
            case MapValue map -> (long) map.size();
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object integer(Object value) {
        try {
            return switch (value) {
                case Long number -> number;
                case UInt number -> number.value().longValueExact();
                case Double number -> {
                    if (!(Math.abs(number) < 0x1p63)) {
                        throw new CelFailure("integer overflow");
                    }
                    yield number.longValue();
                }
                case String text -> Long.parseLong(text);
                case Instant time -> time.getEpochSecond();
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (NumberFormatException e) {
            throw new CelFailure("type conversion error from 'string' to 'int'");
        } catch (ArithmeticException e) {
            throw new CelFailure("integer overflow");
        }
    }

    private static Object unsigned(Object value) {
        try {
            return switch (value) {
                case UInt number -> number;
                case Long number -> UInt.of(BigInteger.valueOf(number));
                case Double number -> UInt.of(BigDecimal.valueOf(number).toBigInteger());
                case String text -> UInt.of(new BigInteger(text));
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (NumberFormatException e) {
            throw new CelFailure("type conversion error to 'uint'");
        }
    }

    private static Object floating(Object value) {
        try {
            return switch (value) {
                case Double number -> number;
                case Long number -> number.doubleValue();
                case UInt number -> number.value().doubleValue();
                case String text -> Double.parseDouble(text);
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (NumberFormatException e) {
            throw new CelFailure("type conversion error from 'string' to 'double'");
        }
    }

    static String string(Object value) {
        return switch (value) {
            case String text -> text;
            case Double number ->
                    number == Math.rint(number) && Math.abs(number) < 1e15
                            ? String.valueOf(number.longValue())
                            : number.toString();
            case Bytes bytes -> new String(bytes.octets(), StandardCharsets.UTF_8);
            case Instant time -> JsonValues.text(time);
            case Duration duration -> Times.text(duration);
            case TypeName type -> type.name();
            case Long _, UInt _, Boolean _, Null _, Networks.Address _, Networks.Range _ ->
                    value.toString();
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object bool(Object value) {
        return switch (value) {
            case Boolean truth -> truth;
            case String text ->
                    switch (text) {
                        case "true", "True", "TRUE", "t", "1" -> true;
                        case "false", "False", "FALSE", "f", "0" -> false;
                        default ->
                                throw new CelFailure(
                                        "type conversion error from 'string' to 'bool'");
                    };
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object bytes(Object value) {
        return switch (value) {
            case Bytes bytes -> bytes;
            case String text -> new Bytes(text.getBytes(StandardCharsets.UTF_8));
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object duration(Object value) {
        return switch (value) {
            case Duration duration -> duration;
            case String text -> {
                try {
                    yield Times.duration(text);
                } catch (IllegalArgumentException e) {
                    throw new CelFailure(String.valueOf(e.getMessage()));
                }
            }
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object timestamp(Object value) {
        return switch (value) {
            case Instant time -> time;
            case Long seconds -> Instant.ofEpochSecond(seconds);
            case String text -> {
                try {
                    yield OffsetDateTime.parse(text).toInstant();
                } catch (DateTimeException e) {
                    throw new CelFailure("invalid timestamp \"" + text + "\"");
                }
            }
            default -> throw CelFailure.noSuchOverload();
        };
    }

    // --- parts of times
    // --------------------------------------------------------------------------------------------

    private static Object part(String name, Object[] a) {
        if (a[0] instanceof Duration duration) {
            return switch (name) {
                case "getHours" -> duration.toHours();
                case "getMinutes" -> duration.toMinutes();
                case "getSeconds" -> duration.toSeconds();
                case "getMilliseconds" -> (long) duration.toMillisPart();
                default -> throw CelFailure.noSuchOverload();
            };
        }
        if (!(a[0] instanceof Instant time)) {
            throw CelFailure.noSuchOverload();
        }
        ZonedDateTime at = time.atZone(a.length > 1 ? zone(Texts.text(a, 1)) : ZoneOffset.UTC);
        return switch (name) {
            case "getFullYear" -> (long) at.getYear();
            case "getMonth" -> at.getMonthValue() - 1L;
            case "getDate" -> (long) at.getDayOfMonth();
            case "getDayOfMonth" -> at.getDayOfMonth() - 1L;
            case "getDayOfWeek" -> at.getDayOfWeek().getValue() % 7L;
            case "getDayOfYear" -> at.getDayOfYear() - 1L;
            case "getHours" -> (long) at.getHour();
            case "getMinutes" -> (long) at.getMinute();
            case "getSeconds" -> (long) at.getSecond();
            default -> at.getNano() / 1_000_000L;
        };
    }

    private static ZoneId zone(String name) {
        try {
            boolean bare = !name.isEmpty() && Character.isDigit(name.charAt(0));
            return ZoneId.of(bare ? "+" + name : name);
        } catch (DateTimeException e) {
            throw new CelFailure("unknown time zone " + name);
        }
    }
}
