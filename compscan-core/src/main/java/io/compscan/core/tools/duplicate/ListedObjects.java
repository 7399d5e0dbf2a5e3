package io.compscan.core.tools.duplicate;

import io.compscan.core.Sha256;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.duplicate.ListedDuplicates.Etag;
import io.compscan.result.duplicate.ListedDuplicates.Objects;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Finds copies of objects in the list of a store, by ETag and size. It opens no object. Memory does not grow with the list. The thread that
 * lists does all but {@link #stop}.
 *
 * <pre>
 *   key   the ETag's digest, whose last bit tells parts: 12 bytes | size: 8
 * </pre>
 */
public final class ListedObjects {

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{32})(-[0-9]{1,9})?");
    /** Some stores list this for each object that did not come through them. */
    private static final Pattern NO_DIGEST = Pattern.compile("0*");

    private static final int DIGEST_BYTES = 12;
    private static final long PROGRESS_OBJECTS = 1_000_000;

    private final Source source;
    private final LongConsumer progress;
    private final MessageDigest digest;
    private final Sums whole = new Sums();
    private final Sums parts = new Sums();
    private final Sums other = new Sums();
    private final List<ReadError> errors = new ArrayList<>();
    private volatile boolean isStopped;

    /** The sums of one kind of ETags. */
    private static final class Sums {
        private long objects;
        private long bytes;
        private long duplicates;
        private long duplicateBytes;

        void add(long sizeBytes) {
            objects++;
            bytes = Math.addExact(bytes, sizeBytes);
        }

        void repeat(long copies, long sizeBytes) {
            duplicates += copies;
            duplicateBytes += copies * sizeBytes;
        }

        Objects of(Etag etag) {
            return Objects.of(etag, objects, bytes, duplicates, duplicateBytes);
        }
    }

    /**
     * A list that is not read yet.
     *
     * @param source whose list has digests: {@link Source#listsDigests}
     * @param progress takes the number of objects so far, once in a while
     */
    public ListedObjects(Source source, LongConsumer progress) {
        this.source = source;
        this.progress = progress;
        digest = Sha256.open();
    }

    /** Ends the listing early; the copies are then those in the part that was listed. Any thread. */
    public void stop() {
        isStopped = true;
    }

    /**
     * Lists all objects, once.
     *
     * @param options whose memory the index takes
     * @param toolVersion the version of compscan
     * @throws IOException if the index has no place left
     */
    public ListedDuplicates list(ScanOptions options, String toolVersion)
            throws IOException, ScanException, InterruptedException {
        try (KeyCounts keys =
                new KeyCounts(options.memory(), options.schemes().all().get(0))) {
            source.walk(new Listing(keys));
            keys.forEachRepeated(
                    (key, count) -> (isOfParts(key) ? parts : whole).repeat(count - 1, FileKey.nonZeroBytes(key)));
        }
        List<Objects> etags = List.of(whole.of(Etag.MD5), parts.of(Etag.PARTS), other.of(Etag.OTHER));
        return new ListedDuplicates(
                ListedDuplicates.FORMAT,
                ListedDuplicates.VERSION,
                toolVersion,
                source.paths(),
                isStopped,
                etags,
                Objects.sum(etags),
                errors);
    }

    /** Takes note of each object. */
    private final class Listing implements SourceVisitor {

        private final KeyCounts keys;
        private long count;

        Listing(KeyCounts keys) {
            this.keys = keys;
        }

        @Override
        public void unit(Unit unit) {
            Etag etag = etag(unit.listedDigest());
            (etag == Etag.MD5 ? whole : etag == Etag.PARTS ? parts : other).add(unit.sizeBytes());
            if (etag != Etag.OTHER) {
                keys.add(key(unit.listedDigest(), unit.sizeBytes(), etag));
            }
            if (++count % PROGRESS_OBJECTS == 0) {
                progress.accept(count);
            }
        }

        @Override
        public void error(ReadError error) {
            errors.add(error);
        }

        @Override
        public boolean isStopped() {
            return isStopped;
        }
    }

    /** The kind of an ETag, by its form. */
    static Etag etag(String text) {
        var matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches() || NO_DIGEST.matcher(matcher.group(1)).matches()) {
            return Etag.OTHER;
        }
        return matcher.group(2) == null ? Etag.MD5 : Etag.PARTS;
    }

    private byte[] key(String text, long sizeBytes, Etag etag) {
        byte[] hash = digest.digest(text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        int last = hash[DIGEST_BYTES - 1] & ~1;
        hash[DIGEST_BYTES - 1] = (byte) (etag == Etag.PARTS ? last | 1 : last);
        return ByteBuffer.allocate(FileKey.BYTES)
                .put(hash, 0, DIGEST_BYTES)
                .putLong(sizeBytes)
                .array();
    }

    private static boolean isOfParts(byte[] key) {
        return (key[DIGEST_BYTES - 1] & 1) == 1;
    }
}
