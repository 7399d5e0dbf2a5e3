package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.CandidateSource;
import io.compscan.core.chunk.rolling.Candidates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cutters of several chunkers. Chunkers that differ only in what they make of one rolling hash look at the bytes once. They may be the
 * draws of a target system, or one algorithm with several averages. Belongs to one thread.
 *
 * <pre>
 *   rules     (hash &amp; mask1) == value1,  (hash &amp; mask2) == value2, ...
 *   shared    (hash &amp; common) == value of all,  common = the bits of all masks on which the values agree
 *   each      of the few places found, those that meet its own rule
 * </pre>
 */
public final class CutterSet {

    /** With fewer, each rule would look at more places than a pass over the bytes is worth. */
    private static final int LEAST_COMMON_BITS = 8;

    private final List<Cutter> cutters = new ArrayList<>();
    private final List<SharedScan> scans = new ArrayList<>();

    /** Cutters of these chunkers, in this order. */
    public CutterSet(List<? extends Chunker> chunkers) {
        Map<CutRule.Hash, List<CutRule>> rules = new LinkedHashMap<>();
        for (Chunker chunker : chunkers) {
            CutRule rule = ruleOf(chunker);
            if (rule != null) {
                rules.computeIfAbsent(rule.hash(), hash -> new ArrayList<>()).add(rule);
            }
        }
        Map<CutRule.Hash, SharedScan> shared = new LinkedHashMap<>();
        rules.forEach((hash, several) -> {
            long common = commonMask(several);
            if (several.size() > 1 && Long.bitCount(common) >= LEAST_COMMON_BITS) {
                shared.put(
                        hash, new SharedScan(hash.source(common, several.get(0).value() & common)));
            }
        });
        scans.addAll(shared.values());
        for (Chunker chunker : chunkers) {
            CutRule rule = ruleOf(chunker);
            SharedScan scan = rule == null ? null : shared.get(rule.hash());
            cutters.add(
                    rule != null && scan != null && chunker instanceof ContentChunker content
                            ? content.cutter(scan.of(rule))
                            : chunker.cutter());
        }
    }

    /** The cutter of a chunker. */
    public Cutter get(int chunker) {
        return cutters.get(chunker);
    }

    /** Begins with other bytes: forgets what was found in the last ones. */
    public void begin() {
        scans.forEach(SharedScan::begin);
    }

    private static @Nullable CutRule ruleOf(Chunker chunker) {
        return chunker instanceof ContentChunker content ? content.cutRule() : null;
    }

    private static long commonMask(List<CutRule> rules) {
        long common = -1L;
        for (CutRule rule : rules) {
            common &= rule.mask() & ~(rule.value() ^ rules.get(0).value());
        }
        return common;
    }

    /** The places with the common bits of several rules, in the ranges of the present bytes. */
    private static final class SharedScan {

        private final CandidateSource source;
        private final Map<Long, Candidates> ranges = new HashMap<>();
        /** The lists in use, and behind them those that are free. */
        private final List<Candidates> lists = new ArrayList<>();

        SharedScan(CandidateSource source) {
            this.source = source;
        }

        void begin() {
            ranges.clear();
        }

        CandidateSource of(CutRule rule) {
            return (data, from, to, candidates) ->
                    candidates.addMatching(found(data, from, to), rule.mask(), rule.value());
        }

        private Candidates found(byte[] data, int from, int to) {
            Candidates known = ranges.get((long) from << Integer.SIZE | to);
            if (known != null) {
                return known;
            }
            if (lists.size() == ranges.size()) {
                lists.add(new Candidates());
            }
            Candidates found = lists.get(ranges.size());
            found.clear();
            source.find(data, from, to, found);
            ranges.put((long) from << Integer.SIZE | to, found);
            return found;
        }
    }
}
