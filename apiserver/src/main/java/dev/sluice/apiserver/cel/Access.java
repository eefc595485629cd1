package dev.sluice.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// The functions of `authorizer`: `authorizer.group('batch').resource('jobs').namespace('a').check('create').allowed()`.
final class Access {
    static final Type AUTHORIZER = new Type.Opaque("kubernetes.authorization.Authorizer");
    static final Type PATH_CHECK = new Type.Opaque("kubernetes.authorization.PathCheck");
    static final Type GROUP_CHECK = new Type.Opaque("kubernetes.authorization.GroupCheck");
    static final Type RESOURCE_CHECK = new Type.Opaque("kubernetes.authorization.ResourceCheck");
    static final Type DECISION = new Type.Opaque("kubernetes.authorization.Decision");

    private Access() {}

    /// @param request what the request itself asks for
    record Authorizer(Authority authority, ResourceCheck request) {}

    private record PathCheck(Authority authority, String path) {}

    private record GroupCheck(Authority authority, String group) {}

    private record Check(Authority authority, ResourceCheck about) {}

    /// `authorizer.requestResource` is a field, not a function.
    static @Nullable Object field(Object operand, String field) {
        return operand instanceof Authorizer authorizer && field.equals("requestResource")
                ? new Check(authorizer.authority(), authorizer.request())
                : null;
    }

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "path" -> a -> new PathCheck(authorizer(a[0]).authority(), Texts.text(a, 1));
            case "group" -> a -> new GroupCheck(authorizer(a[0]).authority(), Texts.text(a, 1));
            case "serviceAccount" ->
                    a ->
                            new Authorizer(
                                    authorizer(a[0])
                                            .authority()
                                            .of(Texts.text(a, 1), Texts.text(a, 2)),
                                    authorizer(a[0]).request());
            case "resource" -> a -> resource(a[0], Texts.text(a, 1));
            case "subresource", "namespace", "name", "fieldSelector", "labelSelector" ->
                    a -> narrowed(check(a[0]), name, Texts.text(a, 1));
            case "check" -> a -> decide(a[0], Texts.text(a, 1));
            case "allowed" -> a -> decision(a[0]).allowed();
            case "reason" -> a -> decision(a[0]).reason();
            case "errored" -> a -> !decision(a[0]).error().isEmpty();
            case "error" -> a -> decision(a[0]).error();
            default -> null;
        };
    }

    private static Object resource(Object group, String resource) {
        if (group instanceof GroupCheck(Authority authority, String name)) {
            return new Check(authority, new ResourceCheck(name, resource, "", "", "", "", ""));
        }
        throw CelFailure.noSuchOverload();
    }

    private static Object narrowed(Check check, String part, String value) {
        ResourceCheck all = check.about();
        return new Check(
                check.authority(),
                new ResourceCheck(
                        all.group(),
                        all.resource(),
                        part.equals("subresource") ? value : all.subresource(),
                        part.equals("namespace") ? value : all.namespace(),
                        part.equals("name") ? value : all.name(),
                        part.equals("fieldSelector") ? value : all.fieldSelector(),
                        part.equals("labelSelector") ? value : all.labelSelector()));
    }

    private static Object decide(Object check, String verb) {
        return switch (check) {
            case PathCheck(Authority authority, String path) -> authority.decide(path, verb);
            case Check(Authority authority, ResourceCheck about) -> authority.decide(about, verb);
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Authorizer authorizer(Object value) {
        if (value instanceof Authorizer authorizer) {
            return authorizer;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Check check(Object value) {
        if (value instanceof Check check) {
            return check;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Authority.Decision decision(Object value) {
        if (value instanceof Authority.Decision decision) {
            return decision;
        }
        throw CelFailure.noSuchOverload();
    }
}
