package io.compscan.core.fold.calibrate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calibrations of one index: for each of its compressors, whose sizes are in the order of its fields, one or none. */
public final class Calibrations implements Serializable {

    private static final long serialVersionUID = 1L;

    /** No compressor has one. */
    public static final Calibrations NONE = new Calibrations(List.of());

    private final List<@Nullable Calibration> byField;

    /** @param byField null for a compressor that has sized all chunks itself; fields beyond the list have none */
    public Calibrations(List<@Nullable Calibration> byField) {
        this.byField = Collections.unmodifiableList(new ArrayList<>(byField));
    }

    /** The calibration of a field; null if it has none. */
    public @Nullable Calibration of(int field) {
        return field >= 0 && field < byField.size() ? byField.get(field) : null;
    }

    /** Whether a field has one. */
    public boolean hasAny() {
        return byField.stream().anyMatch(calibration -> calibration != null);
    }

    /**
     * The stored size of a chunk.
     *
     * @param noted what the index has
     */
    public int storedBytes(int field, long key, int lengthBytes, int noted) {
        Calibration calibration = of(field);
        return calibration == null || noted == 0 ? noted : calibration.storedBytes(key, lengthBytes, noted);
    }
}
