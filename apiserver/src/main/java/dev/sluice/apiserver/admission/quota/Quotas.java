package dev.sluice.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// The ResourceQuotas of all namespaces. A write that needs more is charged to `status.used` of every quota that counts it,
/// last of all admission, or refused; what is given back is found by counting anew. A quota counts once `status.hard` is
/// there: whoever counts puts it there.
public final class Quotas {
    private static final String QUOTAS = "resourcequotas";
    private static final String HARD = "hard";
    private static final String USED = "used";

    /// So long a charge may stand for an object that is not stored yet.
    private static final Duration PENDING = Duration.ofSeconds(1);

    private final Store store;
    private final InstantSource clock;
    private final Map<ObjectKey, Instant> charged = new ConcurrentHashMap<>();

    public Quotas(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    // --- charging
    // --------------------------------------------------------------------------------------------------

    /// Charges what a write needs.
    ///
    /// @throws ApiError 403 when that is too much for a quota
    public void charge(AdmissionRequest request) {
        JsonNode object = request.object();
        if (object == null || request.namespace().isEmpty() || !isCounted(request)) {
            return;
        }
        for (StoredObject quota : of(request.namespace())) {
            charge(quota.key(), request, object);
        }
    }

    private static boolean isCounted(AdmissionRequest request) {
        if (!request.subresource().isEmpty()) {
            return false;
        }
        return switch (request.operation()) {
            case CREATE -> true;
            case UPDATE ->
                    switch (request.kind().resource()) {
                        case "services", "persistentvolumeclaims" -> true;
                        default -> false;
                    };
            case DELETE -> false;
        };
    }

    private List<StoredObject> of(String namespace) {
        List<StoredObject> quotas = new ArrayList<>();
        Iterator<StoredObject> all = store.snapshot().of(QUOTAS).from("", namespace + "/");
        all.forEachRemaining(quotas::add);
        return quotas;
    }

    private void charge(ObjectKey key, AdmissionRequest request, JsonNode object) {
        while (true) {
            StoredObject stored = store.snapshot().get(key);
            if (stored == null) {
                return;
            }
            ObjectNode quota = stored.copy();
            Usage more = needed(quota, request, object);
            if (more.isEmpty()) {
                return;
            }
            Usage hard = Usage.of(quota.path("status").path(HARD));
            Usage used = Usage.of(quota.path("status").path(USED));
            Usage wanted = used.plus(more);
            Usage over = wanted.only(more.amounts().keySet()).beyond(hard);
            if (!over.isEmpty()) {
                Set<String> names = over.amounts().keySet();
                throw refused(
                        request,
                        "exceeded quota: "
                                + key.name()
                                + ", requested: "
                                + more.only(names).text()
                                + ", used: "
                                + withZeros(used, names).text()
                                + ", limited: "
                                + hard.only(names).text());
            }
            if (request.dryRun()) {
                return;
            }
            charged.put(key, clock.instant());
            if (write(stored, quota, hard, wanted.only(hard.amounts().keySet()))) {
                return;
            }
        }
    }

    private static Usage withZeros(Usage usage, Set<String> names) {
        Usage all = usage.only(names);
        names.forEach(name -> all.amounts().putIfAbsent(name, usage.get(name)));
        return all;
    }

    /// What of the write is new to a quota.
    private static Usage needed(ObjectNode quota, AdmissionRequest request, JsonNode object) {
        JsonNode spec = quota.path("spec");
        String resource = request.kind().resource();
        Set<String> names = new HashSet<>();
        quota.path("status").path(HARD).fieldNames().forEachRemaining(names::add);
        boolean pods = resource.equals("pods");
        if (names.isEmpty() || !isTaken(spec, pods, object)) {
            return Usage.none();
        }
        if (pods) {
            List<String> unsaid = PodUsage.unsaid(object, computed(names));
            if (!unsaid.isEmpty()) {
                throw refused(
                        request,
                        "failed quota: "
                                + quota.path("metadata").path("name").asText()
                                + ": must specify "
                                + String.join("; ", unsaid));
            }
        }
        Usage now = Counting.of(resource, object).only(names);
        JsonNode old = request.old();
        return old == null
                ? now.beyond(Usage.none())
                : now.beyond(Counting.of(resource, old).only(names));
    }

    private static Set<String> computed(Set<String> names) {
        Set<String> pods = new TreeSet<>();
        for (String name : names) {
            if (Counting.resource(name).equals("pods") && !name.equals("pods")) {
                pods.add(name);
            }
        }
        return pods;
    }

    private static boolean isTaken(JsonNode spec, boolean pod, JsonNode object) {
        return QuotaScopes.hasNone(spec) || pod && QuotaScopes.take(spec, object);
    }

    private static ApiError refused(AdmissionRequest request, String why) {
        return ApiError.forbidden(
                request.kind().group(), request.kind().plural(), request.nameOrBase(), why);
    }

    // --- counting
    // --------------------------------------------------------------------------------------------------

    /// Counts anew what a quota counts, and writes it down.
    ///
    /// @return whether the count stands; otherwise it is to be tried again a little later
    public boolean count(String namespace, String name) {
        ObjectKey key = new ObjectKey(QUOTAS, namespace, name);
        StoredObject stored = store.snapshot().get(key);
        if (stored == null) {
            charged.remove(key);
            return true;
        }
        Instant last = charged.get(key);
        if (last != null && last.plus(PENDING).isAfter(clock.instant())) {
            return false;
        }
        ObjectNode quota = stored.copy();
        Usage hard = Usage.of(quota.path("spec").path(HARD));
        Usage used = withZeros(counted(quota.path("spec"), namespace, hard), hard.amounts().keySet());
        JsonNode status = quota.path("status");
        boolean same =
                status.path(HARD).equals(hard.json()) && status.path(USED).equals(used.json());
        return same || write(stored, quota, hard, used);
    }

    private Usage counted(JsonNode spec, String namespace, Usage hard) {
        Set<String> names = hard.amounts().keySet();
        Set<String> resources = new TreeSet<>();
        names.forEach(name -> resources.add(Counting.resource(name)));
        Usage sum = Usage.none();
        for (String resource : resources) {
            boolean pods = resource.equals("pods");
            Iterator<StoredObject> objects =
                    store.snapshot().of(resource).from("", namespace + "/");
            while (objects.hasNext()) {
                JsonNode object = objects.next().tree();
                if (isTaken(spec, pods, object)) {
                    sum = sum.plus(Counting.of(resource, object).only(names));
                }
            }
        }
        return sum;
    }

    /// @return whether nobody was faster
    private boolean write(StoredObject stored, ObjectNode quota, Usage hard, Usage used) {
        ObjectNode status = quota.putObject("status");
        status.set(HARD, hard.json());
        status.set(USED, used.json());
        Commit commit =
                store.commit(
                        List.of(
                                new Change.Put(
                                        stored.key(), Draft.of(quota), stored.revision())));
        return commit instanceof Commit.Done;
    }
}
