package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The location of a file, with every byte of its path. A program can send it to another machine that has the file at the same place.
 *
 * @param stretches the parts of the path, more than one if the whole is too long for a path. The first starts at the root. All bytes except
 *     the plainest are {@code %NN}
 */
public record FileLocation(List<String> stretches) implements Serializable {

    private static final String PLAIN = "-_.~/+=@,";

    /** Copies the list. */
    public FileLocation {
        stretches = List.copyOf(stretches);
    }

    /** The location of the unit; null if it is not a file of a {@link FileTreeSource}. */
    public static @Nullable FileLocation of(Unit unit) {
        if (unit instanceof FileUnit file) {
            return new FileLocation(List.of(encode(file.path().toAbsolutePath())));
        }
        if (unit instanceof DeepFileUnit deep) {
            List<String> stretches = new ArrayList<>();
            stretches.add(encode(deep.file().path()));
            for (DeepDirectory above = deep.directory(); above != null; above = above.parent()) {
                Path path = above.path();
                stretches.add(0, encode(above.parent() == null ? path.toAbsolutePath() : path));
            }
            return new FileLocation(stretches);
        }
        return null;
    }

    /** The file as a unit of {@code sizeBytes} bytes. */
    public Unit unit(long sizeBytes, PageCachePolicy pageCache) {
        Path first = decode(stretches.get(0));
        if (stretches.size() == 1) {
            return new FileUnit(first, sizeBytes, pageCache, Links.FOLLOWED);
        }
        DeepDirectory directory = new DeepDirectory(null, first, Links.FOLLOWED);
        int last = stretches.size() - 1;
        for (String stretch : stretches.subList(1, last)) {
            directory = new DeepDirectory(directory, relative(stretch), Links.FOLLOWED);
        }
        FileUnit file = new FileUnit(relative(stretches.get(last)), sizeBytes, pageCache, Links.FOLLOWED);
        return new DeepFileUnit(directory, file);
    }

    private static String encode(Path path) {
        StringBuilder text = new StringBuilder();
        for (byte b : PathName.bytesOf(path)) {
            char c = (char) (b & 0xff);
            boolean isPlain =
                    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
            text.append(isPlain ? Character.toString(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return text.toString();
    }

    /** The path of a stretch. Only from a URI does Java make a path with exactly these bytes. */
    private static Path decode(String stretch) {
        return Path.of(URI.create("file://" + stretch));
    }

    private static Path relative(String stretch) {
        Path root = decode("/");
        return root.relativize(decode("/" + stretch));
    }
}
