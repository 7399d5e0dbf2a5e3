/**
 * An index of bounded memory, which keeps a random sample of the distinct chunks and counts those exactly.
 *
 * <p>{@link io.compscan.core.index.sketch.SketchIndex} chooses chunks by the rule of {@link io.compscan.core.index.SampleLevels}, as the
 * samples for compressors and the ledger do. Each of the three is therefore a part of every larger one. The fold makes estimates of its
 * entries.
 */
@NullMarked
package io.compscan.core.index.sketch;

import org.jspecify.annotations.NullMarked;
