package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.WeightCodec;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.profile.Profile;
import io.compscan.result.Compression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The schemes that one scan measures in one read of the data, with the chunkers that cut for them.
 *
 * <p>Everything that decides the numbers is here. A {@link Builder} resolves what a user asks for, once.
 *
 * @param all one or more, each chunking once
 * @param chunkers for each scheme its chunker
 * @param fingerprint the digest that identifies a chunk, with its salt
 * @param compressSample the share of the distinct chunks that compressors are given, as asked for
 * @param superblockBytes the unit of compression for schemes with smaller chunks, 0 for none
 * @param profiles target systems; for each there is a scheme that serves it
 * @param serveOneFold whether only the fold of this scan sees the identities of chunks
 */
public record Schemes(
        List<Scheme> all,
        List<Chunker> chunkers,
        Fingerprinting fingerprint,
        CompressSample compressSample,
        int superblockBytes,
        List<Profile> profiles,
        boolean serveOneFold) {

    /** Tells what a file system {@linkplain RawExtents stores raw}, where chunks are extents: the compressor of Btrfs. */
    public static final CompressorSpec OF_EXTENTS = CompressorSpec.parse("zstd");

    /** The largest superblock. */
    public static final int MAX_SUPERBLOCK_BYTES = 16 << 20;

    /** Copies the lists and refuses what no scan can measure. */
    public Schemes {
        all = List.copyOf(all);
        chunkers = List.copyOf(chunkers);
        profiles = List.copyOf(profiles);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a scan needs a chunker");
        }
        if (all.size() != chunkers.size()) {
            throw new IllegalArgumentException(all.size() + " schemes with " + chunkers.size() + " chunkers");
        }
        if (all.stream().map(Scheme::chunking).distinct().count() < all.size()) {
            throw new IllegalArgumentException("a scan needs each chunking once");
        }
        if (superblockBytes < 0 || superblockBytes > MAX_SUPERBLOCK_BYTES) {
            throw new IllegalArgumentException("a superblock is at most 16m long");
        }
        if (superblockBytes > 0 && !profiles.isEmpty()) {
            throw new IllegalArgumentException(
                    "superblocks and profiles exclude each other: a target system compresses what it says");
        }
        for (Profile profile : profiles) {
            if (all.stream().noneMatch(scheme -> scheme.serves(profile))) {
                throw new IllegalArgumentException("no scheme serves profile " + profile.name());
            }
        }
        if (compressSample.asksForSample() && all.stream().anyMatch(Scheme::bySuperblock)) {
            throw new IllegalArgumentException(
                    "superblocks are all compressed, a sample of chunks is not possible there");
        }
        boolean sameCompressors =
                all.stream().map(Scheme::compressors).distinct().count() == 1;
        if (!sameCompressors && all.stream().anyMatch(Scheme::bySuperblock)) {
            throw new IllegalArgumentException("superblocks need the same compressors for every chunking");
        }
    }

    /** Starts without a scheme, with all defaults. */
    public static Builder builder(Fingerprinting fingerprint) {
        return new Builder(fingerprint);
    }

    /**
     * These schemes for a scan whose entries only its own fold sees. Slow compressors then see a sample of blocks, and chunks that are only
     * counted need no digest.
     */
    public Schemes forOneFold() {
        return new Schemes(
                all.stream().map(Scheme::calibrated).toList(),
                chunkers,
                fingerprint,
                compressSample,
                superblockBytes,
                profiles,
                true);
    }

    /**
     * Whether the distinct chunks of a scheme are only counted and weighed, because it is a draw of a target system. Then any number that
     * tells them apart is identity enough.
     */
    public boolean isOnlyCounted(int scheme) {
        return serveOneFold
                && scheme != LedgerFold.SCHEME
                && all.get(scheme).sizedCompressors().stream().allMatch(Compression::isWeight)
                && !all.get(scheme).bySuperblock()
                && isDraw(scheme);
    }

    /** Whether a scheme cuts as a target system may that draws at random where its chunks end. */
    public boolean isDraw(int scheme) {
        String chunking = all.get(scheme).chunking();
        return profiles.stream()
                .flatMap(profile -> profile.variants().stream())
                .anyMatch(variant -> variant.name().equals(chunking));
    }

    /** A builder of these schemes with changes. */
    public Builder toBuilder() {
        Builder builder = new Builder(fingerprint);
        for (int i = 0; i < all.size(); i++) {
            builder.cut(chunkers.get(i), all.get(i).openCompressors());
        }
        return builder.sample(compressSample).superblockBytes(superblockBytes).profiles(profiles);
    }

    /** The length of a fingerprint. */
    public int fingerprintBytes() {
        return fingerprint.algorithm().digestBytes();
    }

    /** How many there are. */
    public int count() {
        return all.size();
    }

    /** The profiles of systems for which the order of the data matters. */
    public List<Profile> profilesInOrder() {
        return profiles.stream().filter(Profile::needsOrder).toList();
    }

    /** The compressors of all schemes, each once. */
    public List<CompressorSpec> compressors() {
        return all.stream()
                .flatMap(scheme -> scheme.openCompressors().stream())
                .distinct()
                .toList();
    }

    /** Everything that cuts: the chunkers and, where there is one, the superblock behind them. */
    public List<Chunker> cutters() {
        List<Chunker> cutters = new ArrayList<>(chunkers);
        if (superblockBytes > 0) {
            cutters.add(new FixedChunker(superblockBytes));
        }
        return cutters;
    }

    /**
     * The longest runs in which a file system gives up, or windows of its extents; 0 if there are none. A slab holds whole ones of each
     * length. All are powers of two, which {@link CompressorSpec} and {@link FixedChunker} ensure, so the longest is a multiple of the
     * others.
     */
    public int runBytes() {
        int runBytes =
                compressors().stream().mapToInt(CompressorSpec::runBytes).max().orElse(0);
        for (Chunker chunker : chunkers) {
            RawExtents extents = chunker.fileRules().rawExtents();
            runBytes = extents == null ? runBytes : Math.max(runBytes, extents.windowBytes());
        }
        return runBytes;
    }

    /** Files below this length share blocks with their neighbours under one of the compressors; 0 if none do. */
    public int sharedBlockBytes() {
        return compressors().stream()
                .mapToInt(compressor -> compressor.sharesBlocks() ? compressor.blockBytes() : 0)
                .max()
                .orElse(0);
    }

    /** Collects what a user asks for. One thread. */
    public static final class Builder {
        private final Map<String, Chunker> chunkers = new LinkedHashMap<>();
        private final Map<String, Set<CompressorSpec>> compressors = new LinkedHashMap<>();
        private Fingerprinting fingerprint;
        private CompressSample compressSample = CompressSample.BY_COMPRESSOR;
        private int superblockBytes;
        private List<Profile> profiles = List.of();

        private Builder(Fingerprinting fingerprint) {
            this.fingerprint = fingerprint;
        }

        /** Adds a chunking with its compressors, or compressors to a chunking that is there. */
        public Builder cut(Chunker chunker, List<CompressorSpec> with) {
            chunkers.putIfAbsent(chunker.name(), chunker);
            compressors
                    .computeIfAbsent(chunker.name(), unused -> new LinkedHashSet<>())
                    .addAll(with);
            return this;
        }

        /** Adds several chunkings, all with the same compressors. */
        public Builder cut(List<Chunker> several, List<CompressorSpec> with) {
            several.forEach(chunker -> cut(chunker, with));
            return this;
        }

        /** Identifies chunks by another digest. */
        public Builder fingerprint(Fingerprinting other) {
            fingerprint = other;
            return this;
        }

        /** Compresses a sample of the distinct chunks. */
        public Builder sample(CompressSample sample) {
            compressSample = sample;
            return this;
        }

        /** Compresses by superblock where chunks are smaller; 0 for not at all. */
        public Builder superblockBytes(int bytes) {
            superblockBytes = bytes;
            return this;
        }

        /** Models target systems; adds their chunkers and compressors, and the codecs that weigh the chunks of draws. */
        public Builder profiles(List<Profile> targets) {
            targets.forEach(profile -> cut(profile.chunker(), List.of(profile.compressor())));
            targets.stream().filter(profile -> !profile.variants().isEmpty()).forEach(profile -> {
                List<CompressorSpec> weights =
                        List.of(CompressorSpec.parse(WeightCodec.NON_ZERO), CompressorSpec.parse(WeightCodec.ENTROPY));
                cut(profile.chunker(), weights);
                cut(profile.variants(), weights);
            });
            profiles = targets;
            return this;
        }

        /**
         * The schemes, resolved.
         *
         * @throws IllegalArgumentException with one line that says what no scan can measure
         */
        public Schemes build() {
            List<Scheme> schemes = new ArrayList<>();
            chunkers.forEach((name, chunker) -> schemes.add(Scheme.of(
                    chunker,
                    List.copyOf(compressors.getOrDefault(name, Set.of())),
                    fingerprint.label(),
                    compressSample,
                    superblockBytes)));
            return new Schemes(
                    schemes,
                    List.copyOf(chunkers.values()),
                    fingerprint,
                    compressSample,
                    superblockBytes,
                    profiles,
                    false);
        }
    }
}
