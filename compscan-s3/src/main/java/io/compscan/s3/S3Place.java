package io.compscan.s3;

import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * The place of an object in the version that was listed. Another machine reaches it with its own credentials.
 *
 * @param bucket the bucket
 * @param scanned the key of the location that was scanned, below which images may have parents
 * @param key the name of the object
 * @param sizeBytes its size
 * @param etag its version; empty if the store tells none
 * @param modified when it was written
 */
record S3Place(String bucket, String scanned, String key, long sizeBytes, String etag, Instant modified)
        implements UnitPlace {

    private static final long serialVersionUID = 1L;

    @Override
    public Sibling find() throws IOException {
        S3Store store = S3Store.shared();
        S3Location location = new S3Location(bucket, scanned);
        S3Unit unit = new S3Unit(store, location, key, sizeBytes, etag, modified);
        S3Source source = S3Source.below(store, location, new SourceContext(List.of(), List.of()));
        return new Sibling(unit, new S3Siblings(source, key));
    }
}
