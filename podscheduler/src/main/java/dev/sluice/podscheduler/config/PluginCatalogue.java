package dev.sluice.podscheduler.config;

import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.plugins.DefaultBinder;
import dev.sluice.podscheduler.plugins.GangScheduling;
import dev.sluice.podscheduler.plugins.ImageLocality;
import dev.sluice.podscheduler.plugins.NodeName;
import dev.sluice.podscheduler.plugins.NodePorts;
import dev.sluice.podscheduler.plugins.NodeUnschedulable;
import dev.sluice.podscheduler.plugins.PrioritySort;
import dev.sluice.podscheduler.plugins.SchedulingGates;
import dev.sluice.podscheduler.plugins.TaintToleration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The plugins that a configuration can name, and how each is made from its arguments. One's own are added with [#with].
public final class PluginCatalogue {
    /// Makes a plugin.
    @FunctionalInterface
    public interface Maker {
        /// @param args empty when the configuration gives none
        Plugin make(Section args) throws ConfigurationFault;
    }

    /// A plugin of the default profile.
    public record Default(String name, int weight) {}

    /// The default set in its order, with the weights of those that score (S3.63).
    public static final List<Default> DEFAULTS =
            List.of(
                    new Default("SchedulingGates", 0),
                    new Default("PrioritySort", 0),
                    new Default("NodeUnschedulable", 0),
                    new Default("NodeName", 0),
                    new Default("TaintToleration", 3),
                    new Default("NodeAffinity", 2),
                    new Default("NodePorts", 0),
                    new Default("NodeResourcesFit", 1),
                    new Default("PodTopologySpread", 2),
                    new Default("InterPodAffinity", 2),
                    new Default("DefaultPreemption", 0),
                    new Default("NodeResourcesBalancedAllocation", 1),
                    new Default("ImageLocality", 1),
                    new Default("DefaultBinder", 0));

    /// Upstream plugins that are not built, because there is nothing here for them to look at. Turning them off is fine.
    private static final Set<String> NOT_HERE =
            Set.of(
                    "VolumeRestrictions",
                    "NodeVolumeLimits",
                    "EBSLimits",
                    "GCEPDLimits",
                    "AzureDiskLimits",
                    "VolumeBinding",
                    "VolumeZone",
                    "DynamicResources",
                    "NodeDeclaredFeatures");

    private final Map<String, Maker> makerByName;

    private PluginCatalogue(Map<String, Maker> makerByName) {
        this.makerByName = makerByName;
    }

    /// The default plugins.
    public static PluginCatalogue standard() {
        Map<String, Maker> makers = new LinkedHashMap<>();
        makers.put("SchedulingGates", without(new SchedulingGates()));
        makers.put(GangScheduling.NAME, without(new GangScheduling()));
        makers.put("PrioritySort", without(new PrioritySort()));
        makers.put("NodeUnschedulable", without(new NodeUnschedulable()));
        makers.put("NodeName", without(new NodeName()));
        makers.put("TaintToleration", without(new TaintToleration()));
        makers.put("NodeAffinity", PluginArguments::nodeAffinity);
        makers.put("NodePorts", without(new NodePorts()));
        makers.put("NodeResourcesFit", PluginArguments::resourcesFit);
        makers.put("PodTopologySpread", PluginArguments::topologySpread);
        makers.put("InterPodAffinity", PluginArguments::interPodAffinity);
        makers.put("DefaultPreemption", PluginArguments::preemption);
        makers.put("NodeResourcesBalancedAllocation", PluginArguments::balancedAllocation);
        makers.put("ImageLocality", without(new ImageLocality()));
        makers.put("DefaultBinder", without(new DefaultBinder()));
        return new PluginCatalogue(makers);
    }

    private static Maker without(Plugin plugin) {
        return args -> {
            PluginArguments.allow(args);
            return plugin;
        };
    }

    /// This catalogue and one more plugin.
    public PluginCatalogue with(String name, Maker maker) {
        Map<String, Maker> makers = new LinkedHashMap<>(makerByName);
        makers.put(name, maker);
        return new PluginCatalogue(makers);
    }

    @Nullable Maker maker(String name) {
        return makerByName.get(name);
    }

    boolean isNotHere(String name) {
        return NOT_HERE.contains(name);
    }

    Set<String> names() {
        return makerByName.keySet();
    }
}
