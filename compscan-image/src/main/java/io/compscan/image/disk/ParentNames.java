package io.compscan.image.disk;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The names under which an image from Windows or VMware knows its parent, best first. They may come from another machine. */
public final class ParentNames {

    private final Set<String> names = new LinkedHashSet<>();

    /** Adds a name, unless it is null or empty. */
    public void add(@Nullable String name) {
        if (name == null || name.isBlank()) {
            return;
        }
        String plain = name.strip().replace('\\', '/');
        names.add(plain.startsWith("./") ? plain.substring(2) : plain);
    }

    /**
     * Opens the parent under the first name that leads to it. The last tries are the bare names beside the image, for a chain that has
     * moved as a whole. The identity tells whether a file is the parent.
     *
     * @param formatName the parent's format, null if the file itself must tell it
     * @param isParent whether an image of this identity is the parent
     */
    public Disk open(ImageChain chain, @Nullable String formatName, Predicate<String> isParent) throws IOException {
        Set<String> tried = new LinkedHashSet<>(names);
        names.forEach(name -> tried.add(name.substring(name.lastIndexOf('/') + 1)));
        IOException first = null;
        for (String name : tried) {
            try {
                return chain.parent(name, formatName, isParent);
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? new IOException("its parent has no name") : first;
    }
}
