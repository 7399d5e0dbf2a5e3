package io.compscan.hadoop;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * The files that the bytes of a file may name: those below the paths that are walked. These file systems follow no links.
 *
 * @param source the walk
 * @param file the file whose bytes name others
 */
record HadoopSiblings(HadoopTreeSource source, Path file) implements Siblings {

    @Override
    public Sibling open(String name) throws IOException {
        String shown = "\"" + PathName.of(name) + "\"";
        Path other;
        try {
            other = new Path(file.getParent(), new Path(null, null, name));
        } catch (IllegalArgumentException e) {
            throw new IOException("it names " + shown + ", which cannot be a path here", e);
        }
        return new Sibling(source.sibling(other, shown), new HadoopSiblings(source, other));
    }
}
