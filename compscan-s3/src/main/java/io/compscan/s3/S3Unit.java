package io.compscan.s3;

import io.compscan.core.source.PathName;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.UnitVersion;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * An object, in the version that was listed.
 *
 * @param store answers requests
 * @param location where the object was found
 * @param key its name in the bucket
 * @param sizeBytes its size
 * @param etag its version, as the store calls it; empty if the store tells none
 * @param modified when it was written
 */
record S3Unit(S3Store store, S3Location location, String key, long sizeBytes, String etag, Instant modified)
        implements UnitPlace.Placed {

    /** The object of an entry in a listing. */
    static S3Unit of(S3Store store, S3Location location, S3Object found) {
        String etag = found.eTag() == null ? "" : found.eTag();
        return new S3Unit(
                store,
                location,
                found.key(),
                found.size() == null ? 0 : found.size(),
                etag.equals("\"\"") ? "" : etag,
                found.lastModified() == null ? Instant.EPOCH : found.lastModified());
    }

    @Override
    public String name() {
        return location.nameOf(key);
    }

    @Override
    public String extension() {
        return PathName.extensionOf(key.substring(key.lastIndexOf('/') + 1));
    }

    /** An ETag tells versions apart where times do not. */
    @Override
    public UnitVersion version() {
        long nanos = TimeUnit.SECONDS.toNanos(modified.getEpochSecond()) + modified.getNano();
        return new UnitVersion(sizeBytes, nanos, 0, etag.hashCode());
    }

    /** The ETag, without the quotation marks around it. */
    @Override
    public String listedDigest() {
        return etag.length() > 1 && etag.startsWith("\"") && etag.endsWith("\"")
                ? etag.substring(1, etag.length() - 1)
                : etag;
    }

    @Override
    public UnitPlace place() {
        return new S3Place(location.bucket(), location.key(), key, sizeBytes, etag, modified);
    }

    @Override
    public UnitChannel open() {
        return new S3Channel(this);
    }
}
