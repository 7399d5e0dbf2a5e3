package io.compscan.core.tools.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration and the indexes of a repository of restic, as {@code restic cat} prints them: JSON documents, one after another.
 *
 * <pre>
 *   cat config   {"version": 2, "id": "...", "chunker_polynomial": "3c78dcafd8baad"}
 *   cat index    {"packs": [{"id": "...", "blobs": [{"id": "...", "type": "data", "offset": 0, "length": 7826,
 *                 "uncompressed_length": 27486}, ...]}, ...]}
 * </pre>
 *
 * <p>The id of a blob is the SHA-256 of its plain bytes. Blobs of data are chunks; a tree is the metadata of a directory. The length is that
 * in the pack: compressed, with 16 bytes of a nonce and 16 of a code. Without {@code uncompressed_length} the blob is not compressed. The
 * indexes list a blob for each pack that holds it, and say nothing of files. Format: "References" in the documentation of restic.
 */
final class ResticIndex extends Trace {

    /** The name of the stored size: compressed, without the bytes of the encryption. */
    private static final String STORED = "restic";

    private static final int ID_BYTES = 32;
    private static final int CRYPTO_BYTES = 32;
    private static final int MOST_CHUNK_BYTES = 8 << 20;
    private static final int LEAST_CHUNK_BYTES = 512 << 10;
    /** Files of zeros have chunks of the shortest length. These and short files of whole blocks are recognised. */
    private static final int ZERO_STEP_BYTES = 4096;

    private static final String UNKNOWN = "not what 'restic cat config' or 'restic cat index' prints";
    private static final int MOST_TEXT_CHARS = 1 << 16;
    private static final int MOST_DEPTH = 100;
    /** The parameters that all repositories share, before the polynomial of each. */
    private static final String CHUNKER = "rabin:1m,min=512k,max=8m,window=64,value=0,poly=0x";

    private static final TraceScheme TREES = new TraceScheme(
                    "restic:trees", TraceScheme.MOST_CHUNK_BYTES, 0, FingerprintAlgorithm.SHA256.label(), ID_BYTES)
            .listingOnce(List.of(STORED));

    private final JsonParser json;
    /** Whether the parser is in the first document, at the name of a field. */
    private boolean isInside;

    private final ZeroHashes zeros = new ZeroHashes("SHA-256", ID_BYTES);
    private final byte[] id = new byte[ID_BYTES];
    private final int[] stored = new int[1];

    private ResticIndex(TraceInput in, TraceScheme scheme, JsonParser json, boolean isInside) {
        super(in, scheme);
        this.json = json;
        this.isInside = isInside;
    }

    /**
     * Reads the configuration, if the file begins with it.
     *
     * @param before the scheme of the files before, whose configuration holds for one without; null for the first
     */
    static Trace open(TraceInput in, @Nullable TraceScheme before) throws IOException {
        JsonParser json;
        try {
            json = parser(in);
        } catch (CharConversionException e) {
            throw new TraceFormatException("damaged at line 1: " + shown(String.valueOf(e.getMessage())));
        }
        try {
            return open(in, json, before);
        } catch (JsonProcessingException | CharConversionException e) {
            throw failure(json, e);
        }
    }

    private static Trace open(TraceInput in, JsonParser json, @Nullable TraceScheme before) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new TraceFormatException(UNKNOWN);
        }
        Config config = new Config();
        boolean isIndex = false;
        while (!isIndex && json.nextToken() == JsonToken.FIELD_NAME) {
            isIndex = isOfIndex(json.currentName());
            if (!isIndex) {
                config.field(json);
            }
        }
        TraceScheme own = config.scheme(json);
        if (own == null && !isIndex) {
            throw new TraceFormatException(UNKNOWN);
        }
        TraceScheme scheme = own == null ? before : own;
        if (scheme == null) {
            throw new TraceFormatException(
                    "an index, and no configuration before it: begin with what 'restic cat config' prints");
        }
        return new ResticIndex(in, scheme, json, isIndex);
    }

    private static JsonParser parser(TraceInput in) throws IOException {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(MOST_TEXT_CHARS)
                        .maxNameLength(MOST_TEXT_CHARS)
                        .maxNestingDepth(MOST_DEPTH)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                .build()
                .createParser(in.stream());
    }

    private static boolean isOfIndex(String field) {
        return field.equals("packs") || field.equals("supersedes");
    }

    /** The fields of a configuration. */
    private static final class Config {
        private long version = 1;
        private @Nullable String polynomial;

        /** Takes the field at which the parser is. */
        void field(JsonParser json) throws IOException {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("version") && value == JsonToken.VALUE_NUMBER_INT) {
                version = json.getLongValue();
            } else if (name.equals("chunker_polynomial") && value == JsonToken.VALUE_STRING) {
                polynomial = json.getText();
            } else {
                json.skipChildren();
            }
        }

        /** The scheme of the repository; null if it was no configuration. */
        @Nullable TraceScheme scheme(JsonParser json) throws TraceFormatException {
            if (polynomial == null) {
                return null;
            }
            if (version < 1 || version > 2) {
                throw new TraceFormatException(
                        "version " + version + " of the format of repositories; 1 and 2 are known");
            }
            TraceScheme scheme = polynomial.matches("[0-9a-fA-F]{1,16}")
                    ? TraceScheme.ofScan(CHUNKER + polynomial, FingerprintAlgorithm.SHA256)
                    : null;
            if (scheme == null) {
                throw damaged(json, "a polynomial that does not cut: " + shown(polynomial));
            }
            return scheme.listingOnce(version == 1 ? List.of() : List.of(STORED));
        }
    }

    @Override
    TraceScheme metadata() {
        return TREES;
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        visitor.unit("");
        try {
            if (isInside) {
                isInside = false;
                document(visitor, true);
            }
            for (JsonToken next = json.nextToken(); next != null; next = json.nextToken()) {
                if (next != JsonToken.START_OBJECT) {
                    throw damaged(json, "neither a configuration nor an index");
                }
                document(visitor, false);
            }
        } catch (JsonProcessingException | CharConversionException e) {
            throw failure(json, e);
        }
    }

    /** Reads a document, or the rest of it from a field on. */
    private void document(TraceVisitor visitor, boolean isAtField) throws IOException {
        Config config = new Config();
        boolean isIndex = false;
        boolean hasField = isAtField || json.nextToken() == JsonToken.FIELD_NAME;
        while (hasField) {
            String name = json.currentName();
            isIndex |= isOfIndex(name);
            if (name.equals("packs")) {
                packs(visitor);
            } else {
                config.field(json);
            }
            hasField = json.nextToken() == JsonToken.FIELD_NAME;
        }
        TraceScheme other = config.scheme(json);
        if (other == null && !isIndex) {
            throw damaged(json, "neither a configuration nor an index");
        }
        if (other != null && !other.equals(scheme())) {
            throw damaged(json, "the configuration of another repository, whose polynomial differs");
        }
    }

    private void packs(TraceVisitor visitor) throws IOException {
        if (!isList("packs")) {
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            requireObject("packs");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                if (json.currentName().equals("blobs")) {
                    blobs(visitor);
                } else {
                    json.nextToken();
                    json.skipChildren();
                }
            }
        }
    }

    private void blobs(TraceVisitor visitor) throws IOException {
        if (!isList("blobs")) {
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            requireObject("blobs");
            blob(visitor);
        }
    }

    /** Whether the value of the field is a list. restic writes null for an empty one. */
    private boolean isList(String name) throws IOException {
        JsonToken value = json.nextToken();
        if (value != JsonToken.START_ARRAY && value != JsonToken.VALUE_NULL) {
            throw damaged(json, name + " is no list");
        }
        return value == JsonToken.START_ARRAY;
    }

    private void requireObject(String name) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw damaged(json, name + " holds what is no object");
        }
    }

    private void blob(TraceVisitor visitor) throws IOException {
        boolean hasId = false;
        String type = "";
        long length = 0;
        long plain = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "id" -> hasId = id(text(name));
                case "type" -> type = text(name);
                case "length" -> length = number(name);
                case "uncompressed_length" -> plain = number(name);
                default -> json.skipChildren();
            }
        }
        if (!hasId) {
            throw damaged(json, "a blob without an id");
        }
        long storedBytes = length - CRYPTO_BYTES;
        long bytes = plain == 0 ? storedBytes : plain;
        boolean isData = type.equals("data");
        if (!isData && !type.equals("tree")) {
            throw damaged(json, "a blob of the type '" + shown(type) + "'; restic has data and tree");
        }
        if (storedBytes < 1 || bytes > (isData ? MOST_CHUNK_BYTES : TraceScheme.MOST_CHUNK_BYTES)) {
            throw damaged(json, "a blob of " + bytes + " bytes that takes " + length);
        }
        // A frame may make a blob longer.
        int kept = (int) Math.min(storedBytes, bytes);
        if (!isData) {
            visitor.metadata(id, 0, (int) bytes, kept);
        } else if (isZero((int) bytes)) {
            visitor.zeros((int) bytes, 1);
        } else if (scheme().stored().isEmpty()) {
            visitor.chunk(id, 0, (int) bytes);
        } else {
            stored[0] = kept;
            visitor.chunk(id, 0, (int) bytes, 1, stored);
        }
    }

    private boolean isZero(int bytes) {
        return bytes <= LEAST_CHUNK_BYTES && bytes % ZERO_STEP_BYTES == 0 && zeros.isZero(id, 0, bytes);
    }

    private String text(String name) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw damaged(json, name + " is no text");
        }
        return json.getText();
    }

    private long number(String name) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT || json.getLongValue() < 0) {
            throw damaged(json, name + " is no number of bytes");
        }
        return json.getLongValue();
    }

    private boolean id(String text) throws IOException {
        try {
            byte[] bytes = HexFormat.of().parseHex(text);
            if (bytes.length == ID_BYTES) {
                System.arraycopy(bytes, 0, id, 0, ID_BYTES);
                return true;
            }
        } catch (IllegalArgumentException e) {
            // The message below names it.
        }
        throw damaged(json, "an id that is no SHA-256: " + shown(text));
    }

    private static IOException failure(JsonParser json, IOException e) {
        if (e instanceof JsonEOFException) {
            return new EOFException();
        }
        String reason = e instanceof JsonProcessingException own ? own.getOriginalMessage() : e.getMessage();
        return damaged(json, shown(String.valueOf(reason)));
    }

    private static TraceFormatException damaged(JsonParser json, String what) {
        JsonLocation place = json.currentLocation();
        return new TraceFormatException(
                "damaged at line " + place.getLineNr() + ", column " + place.getColumnNr() + ": " + what);
    }

    private static String shown(String text) {
        String clean = text.replaceAll("[^\\x20-\\x7E]", "?");
        return clean.length() > 80 ? clean.substring(0, 80) + "..." : clean;
    }
}
