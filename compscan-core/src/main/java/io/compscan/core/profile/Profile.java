package io.compscan.core.profile;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.result.Evidence;
import io.compscan.result.Grade;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model of one target system.
 *
 * @param name the name in {@code --profile}: lower-case letters, digits and hyphens
 * @param title the modelled system, in a few words
 * @param source the address of the public document that it was modelled on
 * @param references addresses of further documents
 * @param deviations the differences between the system and the model, a sentence each
 * @param sources where the values of some keys of the file come from, in the order of the file
 * @param chunker the chunker, which cuts the pieces that the system deduplicates
 * @param variants the same chunker with other draws of the values that the system draws at random; empty if it draws none
 * @param compressor the compressor of a chunk; {@code none} if the system does not compress
 * @param index the size of the system's index, where it remembers the chunks written last alone; null if it remembers all
 * @param allocation how a chunk lies on its disks
 * @param metadata the bytes that the system keeps on the same disks to find the chunks again
 * @param memory the bytes that it holds in memory to find duplicates
 * @param archive how a scan meets what the system stores of a directory; null if it stores the files one by one
 * @param checked the comparison of this model with the real system; null if there was none
 */
public record Profile(
        String name,
        String title,
        String source,
        List<String> references,
        List<String> deviations,
        Map<String, Fact> sources,
        Chunker chunker,
        List<Chunker> variants,
        CompressorSpec compressor,
        @Nullable ChapterIndex index,
        Allocation allocation,
        Costs metadata,
        Costs memory,
        @Nullable Archive archive,
        @Nullable Evidence checked) {

    /**
     * The archive that a system makes of a directory before it cuts.
     *
     * @param place the kind of place that has the bytes of such an archive, such as {@code catar}
     * @param reason why the files one by one are something else, in words
     */
    public record Archive(String place, String reason) {

        /** The place to scan for a directory. */
        public String of(String directory) {
            return place + ":" + directory;
        }
    }

    /** How far the value of a key can be trusted. */
    public enum Basis {
        /** A public document says so, or the source text of the program. */
        STATED,
        /** It was found by trying the program. */
        MEASURED,
        /** It follows from a public document, or another person says so. */
        INFERRED,
        /** Nobody says so. */
        GUESSED;

        /** The word in files and texts. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Where the value of a key comes from.
     *
     * @param source the document or the trial, and what it says
     */
    public record Fact(Basis basis, String source) {

        /**
         * The fact that a text spells, such as {@code stated: the design document}.
         *
         * @throws IllegalArgumentException if it does not begin with a basis
         */
        static Fact parse(String text) {
            for (Basis basis : Basis.values()) {
                String start = basis.word() + ": ";
                if (text.startsWith(start)) {
                    return new Fact(basis, text.substring(start.length()));
                }
            }
            throw new IllegalArgumentException("must begin with "
                    + Arrays.stream(Basis.values())
                            .map(basis -> "'" + basis.word() + ": '")
                            .collect(Collectors.joining(" or ")));
        }

        @Override
        public String toString() {
            return basis.word() + ": " + source;
        }
    }

    /** The most draws; each costs a chunking of all data. */
    private static final int MAX_VARIANTS = 7;

    /** A profile of a system that draws nothing at random, and was not compared with it. */
    public Profile(
            String name,
            String title,
            String source,
            List<String> references,
            List<String> deviations,
            Chunker chunker,
            CompressorSpec compressor,
            Allocation allocation,
            Costs metadata,
            Costs memory) {
        this(
                name,
                title,
                source,
                references,
                deviations,
                Map.of(),
                chunker,
                List.of(),
                compressor,
                null,
                allocation,
                metadata,
                memory,
                null,
                null);
    }

    /** The same by another name, which may have parameters. */
    Profile named(String other) {
        return new Profile(
                other,
                title,
                source,
                references,
                deviations,
                sources,
                chunker,
                variants,
                compressor,
                index,
                allocation,
                metadata,
                memory,
                archive,
                checked);
    }

    /** Whether extended attributes cost anything on this system, so that a scan must ask for them. */
    public boolean chargesAttributes() {
        return metadata.chargesAttributes() || memory.chargesAttributes();
    }

    /** Whether the sizes of files and directories decide what they cost, so that a scan must count them. */
    public boolean chargesShapes() {
        return metadata.rules() != null;
    }

    /** Copies the lists; refuses buckets that are too small for some chunks. */
    public Profile {
        references = List.copyOf(references);
        deviations = List.copyOf(deviations);
        variants = List.copyOf(variants);
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        if (variants.size() > MAX_VARIANTS) {
            throw new IllegalArgumentException("chunks.variants has more than " + MAX_VARIANTS + " elements");
        }
        List<Integer> buckets = allocation.bucketBytes();
        int longest = chunker.maxChunkBytes() + allocation.headerBytes();
        if (!buckets.isEmpty() && buckets.get(buckets.size() - 1) < longest) {
            throw new IllegalArgumentException("bucketBytes ends with " + buckets.get(buckets.size() - 1)
                    + ", but chunks are up to " + longest + " bytes long");
        }
    }

    /** The part of the system that lies on special devices, as a system of its own; null if it has none. */
    public @Nullable Profile onSpecial() {
        Allocation part = allocation.onSpecial();
        ZfsPool pool = part == null ? null : part.zfs();
        return part == null || pool == null
                ? null
                : new Profile(
                        name,
                        title,
                        source,
                        references,
                        deviations,
                        chunker,
                        compressor,
                        part,
                        pool.onDisk(metadata),
                        Costs.NONE);
    }

    /** Whether its chunks share blocks in the order of the data. */
    public boolean packsInOrder() {
        Packing packing = allocation.packing();
        return packing != null && packing.inFlightBytes() != null;
    }

    /** Whether its writer flushes what it packs. */
    public boolean isFlushed() {
        Packing packing = allocation.packing();
        return packing != null && packing.flushBytes() > 0;
    }

    /** Whether the order of the data decides what it takes. */
    public boolean needsOrder() {
        return packsInOrder() || index != null;
    }

    /** The grade of the numbers that this model gives. */
    public Grade grade() {
        return Grade.ofModel(checked);
    }

    /** The scheme behind the profile, such as {@code fixed:4096} compressed with {@code lz4}. */
    public String needs() {
        return chunker.name() + " compressed with " + compressor.name();
    }
}
