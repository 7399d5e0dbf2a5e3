/**
 * Estimates what delta compression against similar chunks may save, which some storage systems do after deduplication.
 *
 * <pre>
 *   scan --new chunks--> SimilaritySearch -> SimilarChunks      a sample of groups of chunks that look alike, one for each chunking
 * </pre>
 *
 * <p>Memory does not grow with the data. May enter: what sees an ordinary scan. Reading, cutting and hashing belong to the scan, texts to
 * {@code report}.
 */
@NullMarked
package io.compscan.core.tools.similarity;

import org.jspecify.annotations.NullMarked;
