package io.compscan.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.security.AccessControlException;

/** Turns failures of Hadoop into those of the local file system, which reports know. */
final class HadoopFailure {

    private HadoopFailure() {}

    /** The failure for a path. */
    static IOException of(String uri, IOException e) {
        IOException known = e;
        if (e instanceof FileNotFoundException) {
            known = new NoSuchFileException(uri);
        } else if (e instanceof AccessControlException) {
            known = new AccessDeniedException(uri);
        }
        if (known != e) {
            known.initCause(e);
        }
        return known;
    }
}
