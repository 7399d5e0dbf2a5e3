package io.compscan.core.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.file.Reason;
import io.compscan.result.Evidence;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads a profile from TOML. {@code docs/reference/profiles.md} lists the keys; an unknown key is an error. */
public final class ProfileFile {

    /** Enough for any profile; a disk image given by mistake is not read. */
    private static final int MAX_BYTES = 1 << 20;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern ADDRESS = Pattern.compile("https?://[\\x21-\\x7e]+");

    private static final Pattern PLACE = Pattern.compile("[a-z][a-z0-9]{0,19}");

    /** The prefix of the keys for the bytes that a system keeps on the same disks. */
    private static final String METADATA = "metadata.";

    /** The key of the tables that follow the rules of a pool. */
    private static final String ZFS = "zfs";

    private static final TomlMapper TOML = TomlMapper.builder()
            // Numbers as they are written: 0.1 is a tenth.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ProfileFile() {}

    /**
     * The profile in a file.
     *
     * @param name the name of the file in messages
     * @throws ProfileFormatException if the file holds none
     * @throws IOException if the file cannot be read
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
     * @param name their name in messages
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
            throw new ProfileFormatException(name + ": " + Reason.of(e), e);
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
        root.allow(
                "name",
                "title",
                "source",
                "references",
                "deviations",
                "sources",
                "chunks",
                "allocation",
                "metadata",
                "memory",
                "archive",
                "checked");
        TomlTable chunks = root.table("chunks");
        chunks.allow("chunking", "variants", "compressor", "index");
        List<String> references = root.texts("references");
        references.forEach(address -> matches(ADDRESS, "references", address, "an address such as https://..."));
        return new Profile(
                matches(NAME, "name", root.text("name"), "up to 40 lower-case letters, digits and hyphens"),
                root.text("title"),
                matches(ADDRESS, "source", root.text("source"), "an address such as https://..."),
                references,
                root.texts("deviations"),
                facts(root.table("sources").allTexts()),
                chunker("chunking", chunks.text("chunking")),
                chunks.texts("variants").stream()
                        .map(text -> chunker("variants", text))
                        .toList(),
                compressor(chunks),
                chunks.has("index") ? Keys.read(chunks.table("index"), "chunks.", ChapterIndex.class) : null,
                Keys.read(root.table("allocation"), "allocation.", Allocation.class),
                costs(METADATA, root.table("metadata")),
                costs("memory.", root.table("memory")),
                root.has("archive") ? archive(root.table("archive")) : null,
                root.has("checked") ? evidence(root.table("checked")) : null);
    }

    private static Map<String, Profile.Fact> facts(Map<String, String> texts) {
        Map<String, Profile.Fact> facts = new LinkedHashMap<>();
        texts.forEach((key, text) -> {
            try {
                facts.put(key, Profile.Fact.parse(text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("sources." + key + ": " + e.getMessage(), e);
            }
        });
        return facts;
    }

    private static Profile.Archive archive(TomlTable table) {
        table.allow("place", "reason");
        String place =
                matches(PLACE, "archive.place", table.text("place"), "lower-case letters and digits, such as catar");
        return new Profile.Archive(place, table.text("reason"));
    }

    private static Evidence evidence(TomlTable table) {
        table.allow("program", "versions", "compared", "sets", "repositories", "lowest", "highest", "median", "spread");
        String program = table.text("program");
        List<String> versions = table.texts("versions");
        String compared = table.text("compared");
        int sets = table.integer("sets");
        int repositories = table.integer("repositories");
        double lowest = table.deviation("lowest");
        double highest = table.deviation("highest");
        double median = table.deviation("median");
        Double spread = table.has("spread") ? (Double) table.deviation("spread") : null;
        try {
            return new Evidence(program, versions, compared, sets, repositories, lowest, highest, median, spread);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("checked: " + e.getMessage(), e);
        }
    }

    private static Chunker chunker(String key, String text) {
        try {
            List<Chunker> chunkers = ChunkerSpecs.parse(text);
            if (chunkers.size() != 1) {
                throw new IllegalArgumentException("'" + text + "': a profile has one chunking");
            }
            return chunkers.get(0);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("chunks." + key + ": " + e.getMessage(), e);
        }
    }

    private static CompressorSpec compressor(TomlTable chunks) {
        try {
            return CompressorSpec.parse(chunks.textOr("compressor", "none"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("chunks.compressor: " + e.getMessage(), e);
        }
    }

    /** @param key the key of the table, with a dot behind it */
    private static Costs costs(String key, TomlTable table) {
        Map<Rate, BigDecimal> rates = new EnumMap<>(Rate.class);
        read(
                table,
                false,
                rates,
                "fixedFromBytes",
                "zeroChunkBytes",
                Rate.ATTRIBUTES,
                "table",
                "repeats",
                "errorShare",
                ZFS);
        read(table.table(Rate.ATTRIBUTES), true, rates);
        ZfsPool pool = table.has(ZFS) ? ZfsFamily.pool(table, ZFS) : null;
        Costs.Rules rules =
                pool == null ? null : key.equals(METADATA) ? new ZfsPool.OnDisk(pool) : new ZfsPool.InMemory(pool);
        return new Costs(
                rates,
                notNegative(key, "fixedFromBytes", table),
                notNegative(key, "zeroChunkBytes", table),
                table.has("table") ? Keys.read(table.table("table"), key, HashTable.class) : null,
                repeats(key, table.textOr("repeats", "charged")),
                rules,
                errorShare(key, table));
    }

    /** Reads the rates that are keys of this table, and refuses keys other than these and {@code others}. */
    private static void read(TomlTable table, boolean isOfAttributes, Map<Rate, BigDecimal> rates, String... others) {
        List<String> keys = new ArrayList<>(List.of(others));
        for (Rate rate : Rate.values()) {
            if (rate.isOfAttributes() == isOfAttributes) {
                keys.add(rate.key());
                rates.put(rate, table.decimal(rate.key()));
            }
        }
        table.allow(keys.toArray(String[]::new));
    }

    private static double errorShare(String key, TomlTable table) {
        if (table.has("errorShare") && !key.equals(METADATA)) {
            throw new IllegalArgumentException(key + "errorShare: the memory has no interval");
        }
        double share = table.decimal("errorShare").doubleValue();
        if (share > 1) {
            throw new IllegalArgumentException(key + "errorShare must be from 0 to 1");
        }
        return share;
    }

    private static int notNegative(String key, String name, TomlTable table) {
        int bytes = table.integerOr(name, 0);
        if (bytes < 0) {
            throw new IllegalArgumentException(key + name + " must be 0 or more");
        }
        return bytes;
    }

    private static Costs.Repeats repeats(String key, String text) {
        return switch (text) {
            case "charged" -> Costs.Repeats.CHARGED;
            case "once-by-directory" -> Costs.Repeats.ONCE_BY_DIRECTORY;
            case "once-by-run" -> Costs.Repeats.ONCE_BY_RUN;
            default ->
                throw new IllegalArgumentException(
                        key + "repeats: '" + text + "' is not charged, once-by-directory or once-by-run");
        };
    }

    private static String matches(Pattern pattern, String key, String text, String what) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not " + what);
        }
        return text;
    }

    /** One line of a parser's message, which may quote its input. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(300).forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return line.toString().strip();
    }
}
