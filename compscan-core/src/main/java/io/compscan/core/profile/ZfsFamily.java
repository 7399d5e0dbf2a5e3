package io.compscan.core.profile;

import io.compscan.core.profile.ZfsPool.Compression;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of OpenZFS, a family with parameters: {@code zfs:record=128k,compress=zstd,dedup=on,raidz2=6}.
 *
 * <p>The profile {@code zfs} is the member that has no parameters, and its file is that of all members but for the lines that they change.
 */
final class ZfsFamily extends ProfileFamily {

    static final String NAME = "zfs";

    private static final List<String> KEYS = List.of(
            ZfsPool.RECORD,
            ZfsPool.ZVOL,
            ZfsPool.COMPRESS,
            ZfsPool.DEDUP,
            ZfsPool.ASHIFT,
            ZfsPool.MIRROR,
            "raidz1",
            "raidz2",
            "raidz3",
            ZfsPool.SPECIAL,
            ZfsPool.SPECIAL_MIRROR);

    private static final int MIN_RECORD_BYTES = 4 << 10;
    private static final int MAX_RECORD_BYTES = 16 << 20;
    private static final int MIN_SMALL_BYTES = 4 << 10;
    private static final int MAX_SMALL_BYTES = 1 << 20;
    private static final int MAX_DISKS = 255;
    private static final int MAX_MIRRORS = 16;

    private static final Pattern COMPRESSION = Pattern.compile("(lz4|zstd|gzip|zle|off)(?:-([0-9]{1,2}))?");

    /** What members were compared in, one by one. */
    private static final List<Integer> CHECKED_RECORDS = List.of(16 << 10, 128 << 10, 1 << 20);

    private static final int CHECKED_VOLUME = 16 << 10;
    private static final List<String> CHECKED_COMPRESSION =
            List.of("lz4", "zstd", "zstd-3", "zstd-9", "gzip", "gzip-6", "zle", "off");

    ZfsFamily() {
        super(NAME, KEYS);
    }

    /**
     * The pool of a member.
     *
     * @param items the parameters, such as {@code record=128k,compress=zstd}
     * @throws IllegalArgumentException if one of them makes no sense, naming its key
     */
    static ZfsPool pool(String items) {
        return pool(new ZfsFamily().values(items));
    }

    /** Likewise, of a text in a table. */
    static ZfsPool pool(TomlTable table, String key) {
        String items = table.text(key);
        try {
            return pool(items);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(table.path() + key + ": " + e.getMessage(), e);
        }
    }

    private static ZfsPool pool(Map<String, String> values) {
        refuseBoth(values, ZfsPool.RECORD, ZfsPool.ZVOL);
        boolean isVolume = values.containsKey(ZfsPool.ZVOL);
        String sizeKey = isVolume ? ZfsPool.ZVOL : ZfsPool.RECORD;
        int recordBytes = powerOfTwo(
                sizeKey, values.getOrDefault(sizeKey, "128k"), MIN_RECORD_BYTES, MAX_RECORD_BYTES, "4k to 16m");
        List<String> groups = values.keySet().stream()
                .filter(key -> key.startsWith(ZfsPool.RAIDZ) || key.equals(ZfsPool.MIRROR))
                .toList();
        if (groups.size() > 1) {
            throw new IllegalArgumentException(groups.get(0) + " and " + groups.get(1) + " exclude each other");
        }
        int parity = 0;
        int disks = 1;
        int mirrors = 1;
        if (!groups.isEmpty()) {
            String group = groups.get(0);
            boolean isMirror = group.equals(ZfsPool.MIRROR);
            parity = isMirror ? 0 : group.charAt(group.length() - 1) - '0';
            int count = number(
                    group,
                    values.getOrDefault(group, ""),
                    isMirror ? 2 : parity + 1,
                    isMirror ? MAX_MIRRORS : MAX_DISKS);
            disks = isMirror ? 1 : count;
            mirrors = isMirror ? count : 1;
        }
        int sectorBytes = choice(ZfsPool.ASHIFT, values.getOrDefault(ZfsPool.ASHIFT, "12"), "9", "12")
                        .equals("9")
                ? 1 << 9
                : 1 << 12;
        return new ZfsPool(
                recordBytes,
                isVolume,
                compression(compressionOf(values)),
                choice(ZfsPool.DEDUP, values.getOrDefault(ZfsPool.DEDUP, "off"), "on", "off")
                        .equals("on"),
                new ZfsPool.Disks(sectorBytes, parity, disks, mirrors),
                special(values, sectorBytes));
    }

    private static ZfsPool.@Nullable Special special(Map<String, String> values, int sectorBytes) {
        String small = values.get(ZfsPool.SPECIAL);
        String mirrors = values.get(ZfsPool.SPECIAL_MIRROR);
        if (small == null) {
            if (mirrors != null) {
                throw new IllegalArgumentException(ZfsPool.SPECIAL_MIRROR + " needs " + ZfsPool.SPECIAL);
            }
            return null;
        }
        int smallBytes = small.equals("0")
                ? 0
                : powerOfTwo(ZfsPool.SPECIAL, small, MIN_SMALL_BYTES, MAX_SMALL_BYTES, "4k to 1m, or 0");
        int sides = mirrors == null ? 1 : number(ZfsPool.SPECIAL_MIRROR, mirrors, 2, MAX_MIRRORS);
        return new ZfsPool.Special(smallBytes, new ZfsPool.Disks(sectorBytes, 0, 1, sides));
    }

    @Override
    String toml(Map<String, String> values, String template) {
        ZfsPool pool = pool(values);
        String compression = compressionOf(values);
        return changed(template, (key, line) -> line(key, line, pool, compression), isChecked(pool, compression));
    }

    @Override
    String text(Map<String, String> values) {
        return pool(values).text(compressionOf(values));
    }

    private static String compressionOf(Map<String, String> values) {
        return values.getOrDefault(ZfsPool.COMPRESS, "lz4");
    }

    private static String line(String key, String line, ZfsPool pool, String compression) {
        String text = pool.text(compression);
        return switch (key) {
            case "name" -> "name = \"zfs-" + digestible(text) + "\"";
            case "title" -> "title = \"OpenZFS: " + text.replace(",", ", ") + "\"";
            case "chunking" ->
                "chunking = \"fixed:" + pool.recordBytes() + (pool.isVolume() ? "" : ",files=apart") + "\"";
            case "compressor" -> "compressor = \"" + compressor(compression) + "\"";
            case "maxReferences" -> "maxReferences = " + (pool.dedup() ? 0 : 1) + "  # 0: any number";
            case "bytesPerZeroByte" ->
                "bytesPerZeroByte = "
                        + (pool.bytesPerZeroByte() == 0
                                ? "0"
                                : String.format(Locale.ROOT, "%.6f", pool.bytesPerZeroByte()));
            case NAME -> "zfs = \"" + pool.text() + "\"";
            default -> line;
        };
    }

    /** A name that a file may have. */
    private static String digestible(String text) {
        String name = text.replaceAll("[a-z]+=", "").replaceAll("[^a-z0-9]+", "-");
        return name.substring(0, Math.min(name.length(), 30));
    }

    private static boolean isChecked(ZfsPool pool, String compression) {
        boolean isRecordChecked =
                pool.isVolume() ? pool.recordBytes() == CHECKED_VOLUME : CHECKED_RECORDS.contains(pool.recordBytes());
        boolean isSpecialChecked =
                pool.special() == null || pool.special().disks().mirrors() == 1;
        return isRecordChecked
                && isSpecialChecked
                && CHECKED_COMPRESSION.contains(compression)
                && pool.disks().mirrors() <= 2;
    }

    private static String compressor(String compression) {
        Matcher matcher = matcher(compression);
        String level = matcher.group(2);
        return switch (matcher.group(1)) {
            case "lz4" -> "zfslz4";
            case "zstd" -> "zstd:" + (level == null ? "3" : level);
            case "gzip" -> "deflate:" + (level == null ? "6" : level);
            case "zle" -> "zle";
            default -> "none";
        };
    }

    private static Compression compression(String text) {
        Matcher matcher = matcher(text);
        String level = matcher.group(2);
        Compression compression = Compression.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
        int most = switch (compression) {
            case ZSTD -> 19;
            case GZIP -> 9;
            default -> 0;
        };
        if (level != null && (Integer.parseInt(level) < 1 || Integer.parseInt(level) > most)) {
            throw new IllegalArgumentException(ZfsPool.COMPRESS + ": '" + text + "' has no such level"
                    + (most == 0 ? "" : "; they are 1 to " + most));
        }
        return compression;
    }

    private static Matcher matcher(String text) {
        Matcher matcher = COMPRESSION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(ZfsPool.COMPRESS + ": '" + text
                    + "' is not lz4, zstd, zstd-1 to zstd-19, gzip," + " gzip-1 to gzip-9, zle or off");
        }
        return matcher;
    }

    @Override
    String example(String key) {
        return switch (key) {
            case ZfsPool.RECORD -> "128k";
            case ZfsPool.ZVOL -> "16k";
            case ZfsPool.COMPRESS -> "lz4";
            case ZfsPool.DEDUP -> "on";
            case ZfsPool.ASHIFT -> "12";
            case ZfsPool.MIRROR, ZfsPool.SPECIAL_MIRROR -> "2";
            case ZfsPool.SPECIAL -> "32k";
            default -> "6";
        };
    }

    private static void refuseBoth(Map<String, String> values, String one, String other) {
        if (values.containsKey(one) && values.containsKey(other)) {
            throw new IllegalArgumentException(one + " and " + other + " exclude each other");
        }
    }

    private static int number(String key, String text, int least, int most) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(
                    key + ": '" + text + "' is not a number of disks from " + least + " to " + most);
        }
        return Integer.parseInt(text);
    }
}
