package io.compscan.core.set;

import io.compscan.core.fingerprint.WholeFiles;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Profile;
import io.compscan.map.MergeCursor;
import java.io.IOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The chunks that two or more sets hold, as one target system stores them: those of a sample by fingerprint, in groups of chunks with the
 * same holders.
 *
 * @param groups in the order of their first chunks
 * @param rate the share of the distinct chunks that the sample holds; 1 if it holds all
 * @param chunkCount the chunks in all groups
 */
public record SharedChunks(List<Group> groups, double rate, long chunkCount) {

    /** The most chunks in a sample: the error of their sum is some 0.2 %. */
    public static final int MOST_CHUNKS = 1 << 18;

    /**
     * Chunks with the same holders.
     *
     * @param holders the positions of the sets, ascending, two or more
     * @param bytes what these chunks take together
     */
    public record Group(List<Integer> holders, double bytes) {

        /** Copies the list. */
        public Group {
            holders = List.copyOf(holders);
        }
    }

    /** Copies the list. */
    public SharedChunks {
        groups = List.copyOf(groups);
    }

    /** A chunk of the sample; {@code takenBytes} is below 0 where no set knows its stored size. */
    private record Kept(long key, IntBuffer holders, int lengthBytes, long takenBytes) {}

    /**
     * The shared chunks as this system stores them, in one walk over the sets, or two if any is a sketch.
     *
     * @param profile a system whose chunks the sets hold
     * @param mostChunks the size of the sample
     * @throws IOException if a set cannot be read or is damaged
     */
    public static SharedChunks of(Sets sets, Profile profile, int mostChunks) throws IOException {
        SetMerge.requireServed(sets, List.of(profile));
        int scheme = 0;
        while (!sets.schemes().get(scheme).serves(profile)) {
            scheme++;
        }
        Sample sample = new Sample(sets.schemes().get(scheme), profile, mostChunks);
        OptionalInt entries = SketchUnion.entries(sets.all(), scheme);
        if (entries.isEmpty()) {
            JoinedSets.forEach(sets.all(), scheme, sample::add);
        } else {
            KeptSample kept;
            try (SketchIndex index = SketchUnion.of(sets.all(), scheme, entries.getAsInt())) {
                kept = index.sample();
            }
            sample.level = kept.level();
            SketchUnion.forEach(sets.all(), scheme, kept, sample::add);
        }
        return sample.groups();
    }

    /** Collects the chunks with the smallest keys. One thread. */
    private static final class Sample {
        private final Scheme scheme;
        private final Profile profile;
        private final int field;
        private final int most;
        private final Map<IntBuffer, IntBuffer> known = new HashMap<>();
        private List<Kept> kept = new ArrayList<>();
        private int level;

        Sample(Scheme scheme, Profile profile, int most) {
            this.scheme = scheme;
            this.profile = profile;
            field = scheme.sizedField(profile);
            this.most = most;
        }

        void add(MergeCursor chunk, int lengthBytes, int[] storedBytes) {
            byte[] fingerprint = chunk.key();
            long key = SampleLevels.key(fingerprint, 0, fingerprint.length);
            if (chunk.sourceCount() < 2 || Long.compareUnsigned(key, SampleLevels.ALL.maxKey(level)) > 0) {
                return;
            }
            int stored = field < 0 ? lengthBytes : storedBytes[field];
            boolean isEndOfFile = scheme.filesApart() && !WholeFiles.isMarked(fingerprint);
            long taken = stored == 0
                    ? -1
                    : profile.allocation()
                            .takenBytes(lengthBytes, stored, scheme.maxChunkBytes(), chunk.references(), isEndOfFile);
            int[] holders = new int[chunk.sourceCount()];
            Arrays.setAll(holders, chunk::source);
            IntBuffer each = IntBuffer.wrap(holders);
            IntBuffer same = known.putIfAbsent(each, each);
            kept.add(new Kept(key, same == null ? each : same, lengthBytes, taken));
            while (kept.size() > most) {
                rise();
            }
        }

        private void rise() {
            level++;
            long maxKey = SampleLevels.ALL.maxKey(level);
            kept = new ArrayList<>(kept.stream()
                    .filter(chunk -> Long.compareUnsigned(chunk.key, maxKey) <= 0)
                    .toList());
            known.clear();
            kept.forEach(chunk -> known.put(chunk.holders, chunk.holders));
        }

        SharedChunks groups() {
            double sizedBytes = 0;
            double takenBytes = 0;
            for (Kept chunk : kept) {
                sizedBytes += chunk.takenBytes < 0 ? 0 : chunk.lengthBytes;
                takenBytes += Math.max(0, chunk.takenBytes);
            }
            double share = sizedBytes == 0 ? 1 : takenBytes / sizedBytes;
            Map<IntBuffer, Double> bytes = new LinkedHashMap<>();
            for (Kept chunk : kept) {
                double taken = chunk.takenBytes < 0 ? chunk.lengthBytes * share : chunk.takenBytes;
                bytes.merge(chunk.holders, taken, Double::sum);
            }
            List<Group> groups = new ArrayList<>();
            bytes.forEach((holders, sum) ->
                    groups.add(new Group(Arrays.stream(holders.array()).boxed().toList(), sum)));
            return new SharedChunks(groups, SampleLevels.ALL.rateOf(level), kept.size());
        }
    }
}
