package io.compscan.map.spill;

import org.jspecify.annotations.Nullable;

/** The place of one run's filter, which {@link FilterSpace} empties when it needs the memory. */
final class FilterSlot {

    private volatile @Nullable KeyFilter filter;

    FilterSlot(@Nullable KeyFilter filter) {
        this.filter = filter;
    }

    @Nullable KeyFilter filter() {
        return filter;
    }

    /** Empties the slot and returns what it held. */
    @Nullable KeyFilter clear() {
        KeyFilter dropped = filter;
        filter = null;
        return dropped;
    }
}
