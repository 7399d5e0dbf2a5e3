/**
 * Turns the counts of threads and the entries of indexes into the numbers of a result.
 *
 * <pre>
 *   asked     Schemes: one {@link io.compscan.core.fold.Scheme} for each chunking, resolved once
 *
 *   while     ReferenceTally of each thread  --+
 *   reading   Sampler: which chunks to compress |
 *                                              v
 *   then      ReferenceSums = all tallies, earlier sessions, parts, or sets, by one plus ----+
 *             SchemeFold    = all distinct chunks of a scheme, from an index or a merge -----+-> ResultBuilder -> ScanResult
 *             LedgerFold    = the chunks of the ledger's sample -----------------------------+
 * </pre>
 *
 * <p>There are two kinds of numbers. Bytes read, zeros and file types belong to <em>references</em>. Threads count them while they read, and
 * {@link io.compscan.core.fold.ReferenceSums} adds the counts. Unique bytes, histograms, stored bytes and a profile's rounding belong to
 * <em>distinct chunks</em>. {@link io.compscan.core.fold.SchemeFold} computes them from the final entries. Neither kind depends on the
 * number of threads, on their order, or on the division of a scan. So a scan in memory, a spilled one, a resumed one, a merge of sets and a
 * cluster share this code. A {@link io.compscan.core.fold.ResultBuilder} ends them all.
 *
 * <p>A slow compressor gets a sample of the distinct chunks; see {@code docs/internals/sampling.md}.
 * {@link io.compscan.core.index.SampleLevels} draws nested samples by fingerprint. The {@code SampleRule} decides which of them is enough.
 * A {@link io.compscan.core.fold.Sampler} applies the rule during a scan, and a {@code SampleFold} applies it again to the final entries. A
 * {@code RegressionEstimator} estimates from the sample.
 *
 * <p>A class may enter if it describes what is measured, counts references, or folds entries. A fold is made of names and numbers: it is
 * serializable, and knows neither chunkers nor codecs, nor who reads or walks.
 */
@NullMarked
package io.compscan.core.fold;

import org.jspecify.annotations.NullMarked;
