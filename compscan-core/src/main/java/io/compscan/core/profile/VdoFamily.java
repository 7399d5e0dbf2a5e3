package io.compscan.core.profile;

import io.compscan.core.ByteSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The profiles of VDO, a family with parameters: {@code vdo:index=1g,sparse=on}.
 *
 * <p>The profile {@code vdo} has the index that {@code lvcreate} makes, 0.25 GB without sparse chapters, and a writer that never flushes. Its
 * file is that of all members but for the lines that they change.
 *
 * <p>Source of the sizes: {@code compute_memory_sizes} in {@code drivers/md/dm-vdo/indexer/config.c} of Linux 6.12.
 */
final class VdoFamily extends ProfileFamily {

    static final String NAME = "vdo";

    private static final String INDEX = "index";
    private static final String SPARSE = "sparse";
    private static final String FLUSH = "flush";
    private static final List<String> KEYS = List.of(INDEX, SPARSE, FLUSH);

    private static final int MIN_FLUSH_BYTES = 4096;
    private static final int MAX_FLUSH_BYTES = 1 << 30;

    private static final Pattern SIZE = Pattern.compile("0?\\.(25|50?|75)g|([1-9][0-9]{0,3})g|(256|512|768)m");

    /** The chapters of an index of up to one GB, and of each GB of a larger one. */
    private static final int BASE_CHAPTERS = 1024;

    /** The chunks in a chapter of an index of 0.25 GB: 64 pages of 1,024 records. */
    private static final int QUARTER_CHUNKS = 64 << 10;

    private static final int MAX_GIGABYTES = 1024;

    /** The memory that has nothing to do with the size of the index: 38 MB, and a block map cache of 150 MB at 1.15. */
    private static final long OTHER_MEMORY_BYTES = 210_500_000;

    /**
     * A volume and its writer.
     *
     * @param quarters the memory of the index in quarters of a GB
     * @param isSparse whether most of its chapters are sparse
     * @param flushBytes what is written between two flushes; 0 if there are none
     */
    private record Member(int quarters, boolean isSparse, int flushBytes) {

        ChapterIndex index() {
            int chapters = quarters < 4 ? BASE_CHAPTERS : quarters / 4 * BASE_CHAPTERS;
            int chunks = Math.min(quarters, 4) * QUARTER_CHUNKS;
            return isSparse
                    ? new ChapterIndex(
                            10 * chapters,
                            chunks,
                            19 * chapters / 2,
                            ChapterIndex.VDO_HOOK_EVERY,
                            ChapterIndex.VDO_CACHED_CHAPTERS)
                    : ChapterIndex.dense(chapters, chunks);
        }

        String gigabytes() {
            return BigDecimal.valueOf(quarters)
                    .divide(BigDecimal.valueOf(4), 2, RoundingMode.UNNECESSARY)
                    .stripTrailingZeros()
                    .toPlainString();
        }

        String text() {
            return INDEX + "=" + gigabytes() + "g," + SPARSE + "=" + (isSparse ? "on" : "off")
                    + (flushBytes == 0 ? "" : "," + FLUSH + "=" + flush());
        }

        private String flush() {
            return flushBytes >= 1 << 20 ? (flushBytes >> 20) + "m" : (flushBytes >> 10) + "k";
        }

        /** The words of the title. */
        String flushed() {
            return flushBytes == 0 ? "" : ", flushed after each " + ByteSize.format(flushBytes);
        }
    }

    VdoFamily() {
        super(NAME, KEYS);
    }

    @Override
    String example(String key) {
        return switch (key) {
            case INDEX -> "0.25g";
            case FLUSH -> "4m";
            default -> "on";
        };
    }

    @Override
    String text(Map<String, String> values) {
        return member(values).text();
    }

    @Override
    String toml(Map<String, String> values, String template) {
        Member member = member(values);
        // Below its window each dense index finds all duplicates, as the one that was compared.
        return changed(
                template, (key, line) -> line(key, line, member), !member.isSparse() && member.flushBytes() == 0);
    }

    private static String line(String key, String line, Member member) {
        ChapterIndex index = member.index();
        return switch (key) {
            case "name" -> "name = \"vdo-" + member.text().replaceAll("[^a-z0-9]+", "-") + "\"";
            case "title" ->
                "title = \"Linux VDO (dm-vdo), " + (member.isSparse() ? "sparse" : "dense") + " index of "
                        + member.gigabytes() + " GB" + member.flushed() + "\"";
            case "inFlightBytes" -> member.flushBytes() == 0 ? line : line + "\nflushBytes = " + member.flushBytes();
            case "chapters" -> "chapters = " + index.chapters();
            case "chapterChunks" -> "chapterChunks = " + index.chapterChunks();
            case "sparseChapters" -> "sparseChapters = " + index.sparseChapters();
            case "fixedBytes" ->
                line.contains("UDS index")
                        ? "fixedBytes = " + (OTHER_MEMORY_BYTES + member.quarters() * 250_000_000L)
                                + "  # 38 MB, a block map cache of 150 MB at 1.15, the UDS index"
                        : line;
            case "" ->
                member.flushBytes() > 0 && line.contains("writer never flushes")
                        ? "    \"How much is in flight when a flush comes depends on the writer: 1 MiB is assumed, and the interval is"
                                + " that of none to 8 MiB.\","
                        : line;
            default -> line;
        };
    }

    private static Member member(Map<String, String> values) {
        String flush = values.get(FLUSH);
        return new Member(
                quarters(values.getOrDefault(INDEX, "0.25g")),
                choice(SPARSE, values.getOrDefault(SPARSE, "off"), "on", "off").equals("on"),
                flush == null ? 0 : powerOfTwo(FLUSH, flush, MIN_FLUSH_BYTES, MAX_FLUSH_BYTES, "4k to 1024m"));
    }

    private static int quarters(String text) {
        Matcher matcher = SIZE.matcher(text);
        int quarters = 0;
        if (matcher.matches()) {
            if (matcher.group(1) != null) {
                quarters =
                        matcher.group(1).charAt(0) == '2' ? 1 : matcher.group(1).charAt(0) == '5' ? 2 : 3;
            } else if (matcher.group(2) != null) {
                quarters = 4 * Integer.parseInt(matcher.group(2));
            } else {
                quarters = Integer.parseInt(matcher.group(3)) / 256;
            }
        }
        if (quarters == 0 || quarters > 4 * MAX_GIGABYTES) {
            throw new IllegalArgumentException(
                    INDEX + ": '" + text + "' is not 0.25g, 0.5g, 0.75g or a whole number of GB from 1g to 1024g");
        }
        return quarters;
    }
}
