package io.compscan.s3;

import io.compscan.core.source.PathName;
import java.io.IOException;

/**
 * A place in a store: a bucket, one object, or all objects below a name.
 *
 * @param bucket the bucket
 * @param key the name of an object, or the common prefix before the slash in the names of all; empty for the whole bucket
 */
record S3Location(String bucket, String key) {

    private static final String PREFIX = "s3://";

    /** Reads {@code s3://BUCKET}, {@code s3://BUCKET/KEY} or {@code s3://BUCKET/KEY/}. */
    static S3Location parse(String text) throws IOException {
        String rest = text.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) ? text.substring(PREFIX.length()) : "";
        int slash = rest.indexOf('/');
        String bucket = slash < 0 ? rest : rest.substring(0, slash);
        if (bucket.isEmpty()) {
            throw new IOException("not a place in a store; those look like s3://BUCKET/PREFIX");
        }
        if (bucket.indexOf('@') >= 0 || bucket.indexOf(':') >= 0) {
            throw new IOException("an address holds no credentials; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name"
                    + " them, or AWS_PROFILE does");
        }
        return new S3Location(bucket, slash < 0 ? "" : rest.substring(slash + 1));
    }

    /** The name of an object of this bucket, as reports show it. */
    String nameOf(String objectKey) {
        return PathName.of(PREFIX + bucket + "/" + objectKey);
    }

    /** The name of this place, as reports show it. */
    String name() {
        return key.isEmpty() ? PathName.of(PREFIX + bucket) : nameOf(key);
    }

    /** The prefix of the names of all objects below this place. */
    String directory() {
        return key.isEmpty() || key.endsWith("/") ? key : key + "/";
    }

    /** Whether an object of this bucket lies at this place or below it. */
    boolean holds(String objectKey) {
        return objectKey.equals(key) || objectKey.startsWith(directory());
    }
}
