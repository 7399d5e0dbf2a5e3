package io.compscan.s3;

import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.GlobFilter;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The objects at a place in a store, in the order of their names' bytes.
 *
 * <p>A store has no directories. An object without a byte whose name ends with a slash stands for one, and counts as one.
 */
final class S3Source implements Source {

    private static final int PAGE_LENGTH = 1000;
    /** A request waits for the network most of the time. */
    private static final int READERS = 16;

    private final S3Store store;
    private final S3Location location;
    private final GlobFilter filter;

    private S3Source(S3Store store, S3Location location, GlobFilter filter) {
        this.store = store;
        this.location = location;
        this.filter = filter;
    }

    /**
     * A source of the objects at a place.
     *
     * @throws IOException if there is none, or if the store does not answer
     */
    static S3Source open(S3Store store, S3Location location, SourceContext context) throws IOException {
        S3Source source = below(store, location, context);
        if (!location.key().isEmpty()
                && source.object(location.key()) == null
                && store.list(location.bucket(), location.directory(), 1).next() == null) {
            throw new IOException("no object has this name, or a name below it");
        }
        if (location.key().isEmpty()) {
            store.list(location.bucket(), "", 1).next();
        }
        return source;
    }

    /** The same source, without a question to the store. */
    static S3Source below(S3Store store, S3Location location, SourceContext context) {
        GlobFilter filter = new GlobFilter(
                FileSystems.getDefault(), new WalkOptions(context.includes(), context.excludes(), false, false));
        return new S3Source(store, location, filter);
    }

    @Override
    public List<String> paths() {
        return List.of(location.name());
    }

    @Override
    public int leastReaders() {
        return READERS;
    }

    @Override
    public long requestCount() {
        return store.requestCount();
    }

    @Override
    public boolean listsDigests() {
        return true;
    }

    @Override
    public Siblings siblings(Unit unit) {
        return unit instanceof S3Unit object ? new S3Siblings(this, object.key()) : Siblings.NONE;
    }

    S3Location location() {
        return location;
    }

    /** The object of this name; null if there is none. */
    @Nullable S3Unit object(String key) throws IOException {
        // The object's name is the first of all names that begin with it. A request for the object itself may need
        // another permission.
        S3Object found = store.list(location.bucket(), key, 1).next();
        return found == null || !found.key().equals(key) ? null : S3Unit.of(store, location, found);
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        try {
            S3Unit named = location.key().isEmpty() || location.key().endsWith("/") ? null : object(location.key());
            if (named != null) {
                visitor.unit(named);
            }
            walkBelow(visitor);
        } catch (IOException e) {
            visitor.error(ReadErrors.ofListing(location.name(), e));
        }
    }

    private void walkBelow(SourceVisitor visitor) throws IOException, InterruptedException {
        Listing listing = store.list(location.bucket(), location.directory(), PAGE_LENGTH);
        for (S3Object found = listing.next(); found != null && !visitor.isStopped(); found = listing.next()) {
            boolean isEmpty = found.size() == null || found.size() == 0;
            if (isEmpty && found.key().endsWith("/")) {
                visitor.directory();
            } else if (accepts(found.key().substring(location.directory().length()))) {
                visitor.unit(S3Unit.of(store, location, found));
            } else {
                visitor.skipped(Skip.EXCLUDED);
            }
        }
    }

    /** If a directory is left out, all below it is left out, too, as in a walk of directories. */
    private boolean accepts(String relative) {
        if (filter.acceptsAll()) {
            return true;
        }
        try {
            Path path = Path.of(relative);
            for (Path above = path.getParent(); above != null; above = above.getParent()) {
                if (!filter.acceptsDirectory(above)) {
                    return false;
                }
            }
            return filter.acceptsFile(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
