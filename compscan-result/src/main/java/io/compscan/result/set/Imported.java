package io.compscan.result.set;

import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing.Origin;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The index of another program that {@code compscan import} read, and the scan whose set compares with it: the same data as it is today.
 *
 * @param format the name of the format, such as {@code restic}
 * @param chunking canonical name
 * @param fingerprint the name of the digest
 * @param file the first of the files, as given
 * @param isCompressed whether the program compresses chunks, as far as the index tells
 */
public record Imported(String format, String chunking, String fingerprint, String file, boolean isCompressed) {

    private static final String COMMAND = "import";

    /** The index that a result comes from; null if it comes from data, or does not say. */
    public static @Nullable Imported of(ScanResult result) {
        Origin origin = result.timing().origin();
        List<String> words = origin == null ? List.of() : origin.command();
        if (words.size() < 3
                || !words.get(0).equals(COMMAND)
                || result.layouts().size() != 1) {
            return null;
        }
        Layout layout = result.layouts().get(0);
        String format = words.get(1).toLowerCase(Locale.ROOT);
        boolean isRaw = format.equals("restic") && layout.compression().size() == 1;
        return new Imported(format, layout.chunking(), layout.fingerprint(), words.get(2), !isRaw);
    }

    /** Whether it lists the chunks of a repository, to which a program adds the next backup. */
    public boolean isRepository() {
        return switch (format) {
            case "restic", "casync", "proxmox", "borg" -> true;
            default -> false;
        };
    }

    /** Whether it lists distinct chunks, and nothing of the files that refer to them. */
    public boolean listsOnce() {
        return format.equals("restic");
    }

    /** Why no scan has the fingerprints of this index; null if one has. */
    public @Nullable String refusal() {
        if (format.equals("borg")) {
            return "the ids of Borg depend on a key of the repository, so no scan knows which chunks it has";
        }
        // The names of compscan's digests have no format before them.
        return fingerprint.contains(":")
                ? "compscan does not cut and digest as this index of " + format + " does"
                : null;
    }

    /** The command that scans the same data as it is today. */
    public String scanCommand() {
        return "compscan scan " + place() + " --chunk " + chunking + " --fingerprint " + fingerprint + " --compress "
                + compressor() + " --save today.fpr";
    }

    /** What to scan: the end of the file's name tells what was stored. */
    private String place() {
        if (file.endsWith(".caidx")) {
            return "catar:DIR";
        }
        if (file.endsWith(".didx")) {
            return "ARCHIVE.pxar";
        }
        return format.equals("restic") ? "DIR" : "IMAGE";
    }

    /** The compressor of the target system that is this program. */
    public String compressor() {
        if (!isCompressed) {
            return "none";
        }
        return switch (format) {
            case "restic" -> "gozstd";
            case "casync" -> "zstdstream";
            case "proxmox" -> "zstdstream:1";
            default -> "none";
        };
    }

    /** The target system whose model of a compressor was compared with this program; null if there is none. */
    public @Nullable String profile() {
        return format.equals("restic") || format.equals("casync") ? format : null;
    }

    /** Whether the digests are plain for certain. An index of Proxmox does not say whether the backup is encrypted. */
    public boolean isPlain() {
        return !format.equals("proxmox");
    }

    /** What the program stores beside the chunks of the data. */
    public String metadata() {
        return switch (format) {
            case "restic" -> "trees of directories, a snapshot and an index";
            case "casync" -> "an index";
            case "proxmox" -> "an index, a catalog and a manifest";
            default -> "metadata";
        };
    }
}
