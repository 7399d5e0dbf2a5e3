package io.compscan.s3;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the bytes of an object may lead to: objects at the place that is scanned.
 *
 * @param source the place
 * @param key the object that names others
 */
record S3Siblings(S3Source source, String key) implements Siblings {

    @Override
    public Sibling open(String name) throws IOException {
        String shown = "\"" + PathName.of(name) + "\"";
        String other = resolve(name);
        if (!source.location().holds(other)) {
            throw new IOException("it names " + shown + ", which lies outside of what is scanned");
        }
        S3Unit found = source.object(other);
        if (found == null) {
            throw new IOException("it names " + shown + ", and there is no such object");
        }
        return new Sibling(found, new S3Siblings(source, other));
    }

    /** The name of an object, from a name relative to this one; a name with a slash in front begins at the bucket. */
    private String resolve(String name) {
        Deque<String> names = new ArrayDeque<>();
        String whole = name.startsWith("/") ? name : key.substring(0, key.lastIndexOf('/') + 1) + name;
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
