package io.compscan.core.report;

import io.compscan.core.result.Compression;
import io.compscan.core.result.EstimateResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.Sample;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.SourceSpace;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.duplicate.Duplicates;
import io.compscan.core.result.set.Overlap;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields that a JSON document may lack: earlier versions do not have them, or they are left out where they say nothing. */
final class JsonFields {

    private static final Map<Class<?>, Set<String>> LATER = Map.of(
            ScanSettings.class, Set.of("profiles", "into", "asked"),
            Totals.class,
                    Set.of(
                            "consumedCount",
                            "repeatedDirectoryCount",
                            "repeatedFileCount",
                            "repeatedRunFileCount",
                            "repeatedLinkCount",
                            "nameBytes",
                            "packedNameBytes",
                            "targetBytes",
                            "unreadDirectoryCount"),
            Timing.class, Set.of("origin", "coverage"),
            ProfileResult.class, Set.of("intervalCovers", "grade"),
            ScanResult.class, Set.of("profiles", "ledger", "containers"),
            EstimateResult.class, Set.of("unreadDirectoryCount"));

    /** Fields that are left out where they say nothing: the method of an estimate, and the ends of its interval. */
    private static final Map<Class<?>, Set<String>> LEFT_OUT = Map.of(
            ScanSettings.class,
            Set.of("index"),
            Totals.class,
            Set.of("attributes"),
            Layout.class,
            Set.of("method", "sampledChunkCount"),
            Overlap.class,
            Set.of("method"),
            ProfileResult.class,
            Set.of(
                    "reductionRatioLow",
                    "reductionRatioHigh",
                    "savingsLow",
                    "savingsHigh",
                    "physicalBytesLow",
                    "physicalBytesHigh",
                    "roundingBytesLow",
                    "roundingBytesHigh",
                    "metadataBytesLow",
                    "metadataBytesHigh",
                    "checked"),
            Duplicates.Summary.class,
            Set.of("method"),
            Sample.class,
            Set.of("sampledBlockCount"),
            Timing.class,
            Set.of("requestCount"),
            ScanResult.class,
            Set.of("indexDamage", "memory", "sourceSpace"),
            SourceSpace.FileSystem.class,
            Set.of("extents"));
    /** Records whose fields that end in Low or High are ends of intervals and were not there at first. */
    private static final Set<Class<?>> INTERVALS = Set.of(
            Layout.class,
            Compression.class,
            Refcount.class,
            Overlap.Share.class,
            Ledger.Charge.class,
            Duplicates.DirectoryPair.class);

    /** The numbers that may be below zero; all others count something. */
    private static final Set<String> SIGNED =
            Set.of("parent", "profitBytes", "roundingBytes", "roundingBytesLow", "roundingBytesHigh");

    private JsonFields() {}

    /**
     * The first number below zero that counts something, with its place in the document; null if there is none.
     *
     * @param value a record, a list, or a component of one
     * @param path the place of the value
     */
    static @Nullable String negative(@Nullable Object value, String path) {
        String found = null;
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size() && found == null; i++) {
                found = negative(list.get(i), path + "[" + i + "]");
            }
        } else if (value instanceof Record) {
            RecordComponent[] components = value.getClass().getRecordComponents();
            for (int i = 0; i < components.length && found == null; i++) {
                String name = components[i].getName();
                if (!SIGNED.contains(name)) {
                    found = negative(component(value, components[i]), path.isEmpty() ? name : path + "." + name);
                }
            }
        } else if ((value instanceof Long || value instanceof Integer) && ((Number) value).longValue() < 0) {
            found = path + ": " + value + " is less than 0";
        }
        return found;
    }

    private static @Nullable Object component(Object value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of results is public", e);
        }
    }

    /** Whether the field is left out where it is null. */
    static boolean isLeftOut(Class<?> type, String name) {
        return LEFT_OUT.getOrDefault(type, Set.of()).contains(name)
                || (INTERVALS.contains(type) && (name.endsWith("Low") || name.endsWith("High")));
    }

    /** Whether a document may lack the field. */
    static boolean isLater(Class<?> type, String name) {
        return LATER.getOrDefault(type, Set.of()).contains(name) || isLeftOut(type, name);
    }
}
