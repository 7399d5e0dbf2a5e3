package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An interpretation of bytes: a view looks into a unit and finds other units in it.
 *
 * <p>Found by {@link java.util.ServiceLoader}, so an implementation needs a public constructor without arguments. It must be immutable. The
 * bytes are hostile input. With any bytes a view ends in bounded time and memory, with an {@link IOException} if it cannot understand them.
 */
public interface View {

    /** The kinds of views, as {@code --into} names them. Each kind is applied at most once to a unit and its content, in this order. */
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

    /** The kind of the view. */
    Kind kind();

    /** The extensions of files that are probed at any size; other files are probed from {@value Head#FIRST_BYTES} bytes on. */
    Set<String> extensions();

    /** Whether the unit seems to have this format. */
    boolean probe(Head head);

    /** The format of a unit that it recognises, for a view that recognises several. */
    default String format(Head head) {
        return name();
    }

    /** This view, where each stream that it unpacks may take so many bytes of memory for its dictionary or window. */
    default View withUnpackMemory(long bytes) {
        return this;
    }

    /**
     * Looks into a unit.
     *
     * @param container the unit, of known size
     * @param siblings the units that its bytes may name
     * @param part the part that the user asked for behind a {@code #}, such as {@code snap=before}; null for the usual part
     * @throws IOException if it cannot be looked into; the message is one line for a person
     */
    Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException;
}
