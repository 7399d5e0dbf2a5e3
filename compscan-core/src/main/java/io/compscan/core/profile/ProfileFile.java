package io.compscan.core.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a profile from TOML; the keys are those of {@code docs/profiles.md}, and none is passed over that is not known. */
public final class ProfileFile {

    /** Enough for any profile; a disk image given by mistake is not read. */
    private static final int MAX_BYTES = 1 << 20;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern ADDRESS = Pattern.compile("https?://[\\x21-\\x7e]+");

    private static final TomlMapper TOML = TomlMapper.builder()
            // Numbers as they are written: 0.1 is a tenth.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ProfileFile() {}

    /**
     * The profile in a file.
     *
     * @param name what the file is called in messages
     * @throws ProfileFormatException if there is none in it
     * @throws IOException if it cannot be read
     */
    public static Profile read(Path file, String name) throws IOException {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new ProfileFormatException(name + ": a profile has at most " + MAX_BYTES + " bytes");
        }
        return parse(bytes, name);
    }

    /**
     * The profile in these bytes.
     *
     * @param name what they are called in messages
     */
    static Profile parse(byte[] bytes, String name) throws ProfileFormatException {
        JsonNode root;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            root = TOML.readTree(text);
        } catch (CharacterCodingException e) {
            throw new ProfileFormatException(name + ": not UTF-8", e);
        } catch (JsonProcessingException e) {
            String line = e.getLocation() == null || e.getLocation().getLineNr() < 1
                    ? ""
                    : "line " + e.getLocation().getLineNr() + ": ";
            throw new ProfileFormatException(name + ": " + line + oneLine(e.getOriginalMessage()), e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ProfileFormatException(name + ": not TOML: " + oneLine(String.valueOf(e.getMessage())), e);
        }
        try {
            return profile(new TomlTable("", root));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ProfileFormatException(name + ": " + oneLine(String.valueOf(e.getMessage())), e);
        }
    }

    private static Profile profile(TomlTable root) {
        root.allow("name", "title", "source", "references", "deviations", "chunks", "allocation", "metadata", "memory");
        TomlTable chunks = root.table("chunks");
        chunks.allow("chunking", "compressor");
        List<String> references = root.texts("references");
        references.forEach(address -> matches(ADDRESS, "references", address, "an address such as https://..."));
        return new Profile(
                matches(NAME, "name", root.text("name"), "up to 40 lower-case letters, digits and hyphens"),
                root.text("title"),
                matches(ADDRESS, "source", root.text("source"), "an address such as https://..."),
                references,
                root.texts("deviations"),
                chunker(chunks),
                compressor(chunks),
                allocation(root.table("allocation")),
                costs(root.table("metadata")),
                costs(root.table("memory")));
    }

    private static Chunker chunker(TomlTable chunks) {
        String text = chunks.text("chunking");
        try {
            List<Chunker> chunkers = ChunkerSpecs.parse(text);
            if (chunkers.size() != 1) {
                throw new IllegalArgumentException("'" + text + "': a profile has one chunking");
            }
            return chunkers.get(0);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("chunks.chunking: " + e.getMessage(), e);
        }
    }

    private static CompressorSpec compressor(TomlTable chunks) {
        try {
            return CompressorSpec.parse(chunks.textOr("compressor", "none"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("chunks.compressor: " + e.getMessage(), e);
        }
    }

    private static Allocation allocation(TomlTable table) {
        table.allow(
                "headerBytes",
                "granularityBytes",
                "bucketBytes",
                "minSavings",
                "maxReferences",
                "shortSharesUnit",
                "packing");
        int headerBytes = table.integerOr("headerBytes", 0);
        int granularityBytes = table.integerOr("granularityBytes", 1);
        List<Integer> bucketBytes = table.integers("bucketBytes");
        double minSavings = table.decimal("minSavings").doubleValue();
        int maxReferences = table.integerOr("maxReferences", 0);
        boolean shortSharesUnit = table.flag("shortSharesUnit");
        Integer[] packing = table.has("packing") ? packing(table.table("packing")) : null;
        try {
            return new Allocation(
                    headerBytes,
                    granularityBytes,
                    bucketBytes,
                    minSavings,
                    maxReferences,
                    shortSharesUnit,
                    packing == null ? null : new Packing(packing[0], packing[1], packing[2], packing[3], packing[4]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("allocation." + e.getMessage(), e);
        }
    }

    /** The five numbers of a {@link Packing}. */
    private static Integer[] packing(TomlTable table) {
        table.allow("blockBytes", "capacityBytes", "maxFragmentBytes", "maxFragments", "openBlocks");
        int blockBytes = table.integer("blockBytes");
        int capacityBytes = table.integerOr("capacityBytes", blockBytes);
        return new Integer[] {
            blockBytes,
            capacityBytes,
            table.integerOr("maxFragmentBytes", capacityBytes),
            table.integerOr("maxFragments", Integer.MAX_VALUE),
            table.integerOr("openBlocks", 16)
        };
    }

    private static Costs costs(TomlTable table) {
        table.allow(
                "fixedBytes",
                "bytesPerFile",
                "bytesPerDirectory",
                "bytesPerChunk",
                "bytesPerReference",
                "bytesPerLogicalByte",
                "bytesPerStoredByte");
        return new Costs(
                table.decimal("fixedBytes"),
                table.decimal("bytesPerFile"),
                table.decimal("bytesPerDirectory"),
                table.decimal("bytesPerChunk"),
                table.decimal("bytesPerReference"),
                table.decimal("bytesPerLogicalByte"),
                table.decimal("bytesPerStoredByte"));
    }

    private static String matches(Pattern pattern, String key, String text, String what) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not " + what);
        }
        return text;
    }

    /** Of a parser's message, which may quote what it has read. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(300).forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return line.toString().strip();
    }
}
