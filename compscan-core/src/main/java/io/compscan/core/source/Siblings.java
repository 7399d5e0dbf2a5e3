package io.compscan.core.source;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The only way from a unit to another that its bytes name, such as the parent of a disk image. Names are hostile input. */
public interface Siblings {

    /** Knows of no other unit. */
    Siblings NONE = name -> {
        throw new IOException("it names another file, \"" + PathName.of(name) + "\", and there is none beside it");
    };

    /**
     * A unit and what lies beside it.
     *
     * @param unit the unit
     * @param siblings leads on from there
     */
    record Sibling(Unit unit, Siblings siblings) {}

    /**
     * The unit of this name.
     *
     * @param name relative to the place of the unit that names it, or absolute
     * @throws IOException if there is none, or if it lies outside of what may be read; the message is one line for a person
     */
    Sibling open(String name) throws IOException;

    /**
     * The name to which a name leads where names are texts with slashes, as in an object store or an archive. None leads above the first.
     *
     * @param from the name of the unit that names another
     * @param name relative to that, or with a slash in front
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
