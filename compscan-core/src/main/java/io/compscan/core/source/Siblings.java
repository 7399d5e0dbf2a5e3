package io.compscan.core.source;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The only way from a unit to other units that its bytes name, such as the parent of a disk image. Names are hostile input. */
public interface Siblings {

    /** Siblings without any other unit. */
    Siblings NONE = name -> {
        throw new IOException("it names another file, \"" + PathName.of(name) + "\", and there is none beside it");
    };

    /**
     * A unit and its own siblings.
     *
     * @param unit the unit
     * @param siblings the siblings of that unit
     */
    record Sibling(Unit unit, Siblings siblings) {}

    /**
     * The unit of this name.
     *
     * @param name the name, relative to the place of the unit that names it, or absolute
     * @throws IOException if there is none, or if the scan may not read it; the message is one line for a person
     */
    Sibling open(String name) throws IOException;

    /**
     * The name that a relative name leads to, for names that are texts with slashes, as in an object store or an archive. No name leads
     * above the first.
     *
     * @param from the name of the unit that names another
     * @param name the other name, relative to {@code from}, or with a slash in front
     */
    static String resolved(String from, String name) {
        Deque<String> names = new ArrayDeque<>();
        String whole = name.startsWith("/") ? name : from.substring(0, from.lastIndexOf('/') + 1) + name;
        for (String part : whole.split("/", -1)) {
            if (part.equals("..")) {
                names.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                names.addLast(part);
            }
        }
        return String.join("/", names);
    }
}
