package io.compscan.s3;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import java.io.IOException;

/**
 * The objects that the bytes of an object may name: those at the scanned place. A name with a slash in front begins at the bucket.
 *
 * @param source the scanned place
 * @param key the object whose bytes name others
 */
record S3Siblings(S3Source source, String key) implements Siblings {

    @Override
    public Sibling open(String name) throws IOException {
        String shown = "\"" + PathName.of(name) + "\"";
        String other = Siblings.resolved(key, name);
        if (!source.location().holds(other)) {
            throw new IOException("it names " + shown + ", which lies outside of what is scanned");
        }
        S3Unit found = source.object(other);
        if (found == null) {
            throw new IOException("it names " + shown + ", and there is no such object");
        }
        return new Sibling(found, new S3Siblings(source, other));
    }
}
