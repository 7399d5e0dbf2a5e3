/**
 * An index of bounded memory, which keeps a random sample of the distinct chunks and counts those exactly.
 *
 * <p>A {@link io.compscan.core.index.sketch.SketchIndex} chooses chunks by {@link io.compscan.core.index.SampleLevels}, like the samples
 * for compressors and the ledger. Each of the three is therefore a part of every larger one. The fold makes estimates from the entries of
 * the index.
 */
@NullMarked
package io.compscan.core.index.sketch;

import org.jspecify.annotations.NullMarked;
