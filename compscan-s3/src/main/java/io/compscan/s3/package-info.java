/**
 * Objects of a store that speaks S3, as units: {@code s3://BUCKET/PREFIX}.
 *
 * <p>A thread reads a stripe of up to 64 MiB with one request. Each request names the version that was listed, so no unit mixes two.
 *
 * <p>It lies in a jar of its own beside {@code compscan.jar}, and knows {@code core.source} alone.
 */
@NullMarked
package io.compscan.s3;

import org.jspecify.annotations.NullMarked;
