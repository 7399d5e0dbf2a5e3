package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.file.FileStatus.Kind;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files that the bytes of a file may name: regular files below the given roots, by their real paths.
 *
 * <p>An image that names {@code /etc/shadow} as its parent, or a link to that file, gets nothing.
 *
 * @param directory the directory where relative names start
 * @param roots the directories below which files may be opened, as given
 * @param pageCache the page cache policy for these files
 */
record FileSiblings(Path directory, List<Path> roots, PageCachePolicy pageCache) implements Siblings {

    /** The siblings of this file. */
    static FileSiblings of(Path file, List<Path> roots, PageCachePolicy pageCache) {
        Path parent = file.toAbsolutePath().getParent();
        return new FileSiblings(parent == null ? file.toAbsolutePath() : parent, roots, pageCache);
    }

    @Override
    public Sibling open(String name) throws IOException {
        String shown = "\"" + PathName.of(name) + "\"";
        Path real = realPath(name, shown);
        for (Path root : roots) {
            Path realRoot = root.toRealPath();
            if (real.startsWith(realRoot)) {
                FileStatus status = FileStatus.following(real);
                if (status.kind() != Kind.FILE) {
                    throw new IOException("it names " + shown + ", which is not a regular file");
                }
                Path below = root.resolve(realRoot.relativize(real).toString());
                Path spelled = real.equals(realRoot) ? root : below;
                FileUnit unit = new FileUnit(spelled, status.sizeBytes(), pageCache, Links.below(root));
                return new Sibling(unit, new FileSiblings(parentOf(real), roots, pageCache));
            }
        }
        throw new IOException("it names " + shown
                + ", which lies outside of what is scanned; --image-parents DIR allows a further directory");
    }

    private Path realPath(String name, String shown) throws IOException {
        try {
            return directory.resolve(name).toRealPath();
        } catch (InvalidPathException e) {
            throw new IOException("it names " + shown + ", which cannot be a path here", e);
        } catch (NoSuchFileException e) {
            throw new IOException("it names " + shown + ", and there is no such file", e);
        }
    }

    private static Path parentOf(Path real) {
        Path parent = real.getParent();
        return parent == null ? real : parent;
    }
}
