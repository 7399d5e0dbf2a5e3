package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What bytes mean: looks into a unit and finds others in it.
 *
 * <p>Found by {@link java.util.ServiceLoader}, so an implementation needs a public constructor without arguments. It must be immutable.
 * The bytes are hostile input: whatever they hold, a view ends in bounded time and memory, with an {@link IOException} if they cannot be
 * understood.
 */
public interface View {

    /** The sorts of views, as {@code --into} names them. Each sort is applied at most once to a unit and what lies in it, in this order. */
    enum Kind {
        /** Files that hold files. */
        ARCHIVES,
        /** Files that hold a disk. */
        IMAGES,
        /** Disks that hold partitions. */
        PARTITIONS;

        /** The name that {@code --into} takes. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The name of the format, lower case, such as {@code qcow2}; at least two letters. */
    String name();

    /** What sort of view it is. */
    Kind kind();

    /** The extensions of files that are probed however small they are; others are from {@value Head#FIRST_BYTES} bytes on. */
    Set<String> extensions();

    /** Whether the unit looks as if it had this format. */
    boolean probe(Head head);

    /**
     * Looks into a unit.
     *
     * @param container the unit, of known size
     * @param siblings what its bytes may lead to
     * @param part what was asked for behind a {@code #}, such as {@code snap=before}; null for the usual
     * @throws IOException if it cannot be looked into; the message is one line for a person
     */
    Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException;
}
