package dev.sluice.apiserver.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One request as it goes over the wire, whether it makes sense or not.
///
/// @param target path and query as they are sent
/// @param headers names and values in turn
record Shot(String method, String target, List<String> headers, byte[] body) {
    /// A copy whose header of this name has this value, once.
    Shot with(String name, String value) {
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < headers.size(); i += 2) {
            if (!headers.get(i).equalsIgnoreCase(name)) {
                changed.add(headers.get(i));
                changed.add(headers.get(i + 1));
            }
        }
        changed.add(name);
        changed.add(value);
        return new Shot(method, target, changed, body);
    }

    /// A copy that has one more header, even if there is one of its name.
    Shot and(String name, String value) {
        List<String> changed = new ArrayList<>(headers);
        changed.add(name);
        changed.add(value);
        return new Shot(method, target, changed, body);
    }

    Shot withTarget(String changed) {
        return new Shot(method, changed, headers, body);
    }

    Shot withMethod(String changed) {
        return new Shot(changed, target, headers, body);
    }

    Shot withBody(byte[] changed) {
        return new Shot(method, target, headers, changed);
    }

    Shot withBody(String changed) {
        return withBody(changed.getBytes(StandardCharsets.UTF_8));
    }

    String path() {
        int question = target.indexOf('?');
        return question < 0 ? target : target.substring(0, question);
    }

    @Override
    public String toString() {
        String text =
                new String(body, 0, Math.min(body.length, 2_000), StandardCharsets.ISO_8859_1);
        return method
                + " "
                + target.substring(0, Math.min(target.length(), 500))
                + " "
                + headers.stream().map(h -> h.substring(0, Math.min(h.length(), 200))).toList()
                + " "
                + body.length
                + " bytes: "
                + text;
    }
}
