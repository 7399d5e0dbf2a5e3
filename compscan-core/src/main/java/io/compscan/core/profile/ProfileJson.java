package io.compscan.core.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.core.Sha256;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.result.Evidence;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Profiles as a JSON document, with the keys and nesting of their files; specified in {@code docs/reference/profiles.md}. */
public final class ProfileJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build();

    /** The keys without an effect on the bytes. */
    private static final List<String> WORDS =
            List.of("name", "title", "source", "grade", "checked", "references", "deviations", "sources", "archive");

    private ProfileJson() {}

    /** Writes the document, ending with a newline; flushes but does not close. */
    public static void write(List<Profile> profiles, Writer out) throws IOException {
        ObjectNode document =
                JSON.createObjectNode().put("format", "compscan-profiles").put("version", 1);
        ArrayNode array = document.putArray("profiles");
        profiles.forEach(profile -> array.add(node(profile)));
        JSON.writerWithDefaultPrettyPrinter().writeValue(out, document);
        out.write('\n');
        out.flush();
    }

    /** A digest of the rules of a system, in 12 hexadecimal digits. Two with the same rules give the same numbers of the same chunks. */
    public static String rulesDigest(Profile profile) {
        ObjectNode rules = node(profile).without(WORDS);
        return Sha256.hex(rules.toString()).substring(0, 12);
    }

    private static ObjectNode node(Profile profile) {
        ObjectNode node = JSON.createObjectNode()
                .put("name", profile.name())
                .put("title", profile.title())
                .put("source", profile.source())
                .put("grade", profile.grade().name().toLowerCase(Locale.ROOT));
        Evidence checked = profile.checked();
        if (checked != null) {
            ObjectNode evidence = node.putObject("checked").put("program", checked.program());
            texts(evidence.putArray("versions"), checked.versions());
            evidence.put("compared", checked.compared())
                    .put("sets", checked.sets())
                    .put("repositories", checked.repositories())
                    .put("lowest", checked.lowest())
                    .put("highest", checked.highest())
                    .put("median", checked.median());
            if (checked.spread() != null) {
                evidence.put("spread", checked.spread());
            }
        }
        texts(node.putArray("references"), profile.references());
        texts(node.putArray("deviations"), profile.deviations());
        ObjectNode sources = node.putObject("sources");
        profile.sources().forEach((key, fact) -> sources.put(key, fact.toString()));
        ObjectNode chunks =
                node.putObject("chunks").put("chunking", profile.chunker().name());
        texts(
                chunks.putArray("variants"),
                profile.variants().stream().map(Chunker::name).toList());
        chunks.put("compressor", profile.compressor().name());
        ChapterIndex index = profile.index();
        if (index != null) {
            Keys.write(chunks.putObject("index"), index);
        }
        Keys.write(node.putObject("allocation"), profile.allocation());
        Profile.Archive archive = profile.archive();
        if (archive != null) {
            node.putObject("archive").put("place", archive.place()).put("reason", archive.reason());
        }
        ObjectNode metadata = node.putObject("metadata");
        costs(metadata, profile.metadata());
        metadata.put("errorShare", profile.metadata().errorShare());
        costs(node.putObject("memory"), profile.memory());
        return node;
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static void costs(ObjectNode node, Costs costs) {
        ObjectNode attributes = JSON.createObjectNode();
        for (Rate rate : Rate.values()) {
            (rate.isOfAttributes() ? attributes : node).put(rate.key(), costs.rate(rate));
            if (rate == Rate.ANY_CASE && costs.fixedFromBytes() > 0) {
                node.put("fixedFromBytes", costs.fixedFromBytes());
            }
            if (rate == Rate.ZERO_BYTE) {
                node.put("zeroChunkBytes", costs.zeroChunkBytes());
            }
        }
        node.put("repeats", costs.repeats().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        node.set(Rate.ATTRIBUTES, attributes);
        Costs.Rules rules = costs.rules();
        if (rules != null) {
            node.put("zfs", rules.text());
        }
        HashTable table = costs.table();
        if (table != null) {
            Keys.write(node.putObject("table"), table);
        }
    }
}
