package io.compscan.core.tools.trace;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of traces, by the names that the command line has for them. */
public enum TraceFormat {
    /** Traces of fs-hasher, versions 1 to 7. */
    FS_HASHER("fs-hasher"),
    /** Block traces of Florida International University: every write. */
    FIU("fiu"),
    /** The same: the last write to each place. */
    FIU_FINAL("fiu-final"),
    /** Indexes of Proxmox Backup, {@code .fidx} and {@code .didx}. */
    PROXMOX("proxmox"),
    /** Indexes of casync and desync, {@code .caibx} and {@code .caidx}. */
    CASYNC("casync"),
    /** The chunks cache of Borg 1.x. */
    BORG("borg"),
    /** The deduplication table of ZFS, as {@code zdb -DDDDD} prints it. */
    ZFS("zfs"),
    /** What {@code restic cat config} and {@code restic cat index} print. */
    RESTIC("restic");

    private final String label;

    TraceFormat(String label) {
        this.label = label;
    }

    /**
     * Reads a header.
     *
     * @param before the scheme of the file before it; null for the first
     */
    private Trace read(TraceInput in, @Nullable TraceScheme before) throws IOException {
        return switch (this) {
            case FS_HASHER -> FsHasherTrace.open(in);
            case FIU -> FiuTrace.openWritten(in);
            case FIU_FINAL -> FiuTrace.openFinal(in);
            case PROXMOX -> ChunkIndexFile.openProxmox(in);
            case CASYNC -> ChunkIndexFile.openCasync(in);
            case BORG -> BorgChunks.open(in);
            case ZFS -> ZdbTable.open(in);
            case RESTIC -> ResticIndex.open(in, before);
        };
    }

    /** The name on the command line. */
    public String label() {
        return label;
    }

    /** The names of all formats. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(TraceFormat::label).toList();
    }

    /** The format of this name; null if there is none. */
    public static @Nullable TraceFormat named(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label.equals(label.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    /** Opens a file that follows another one, whose scheme it may need. */
    Trace open(Path file, @Nullable TraceScheme before) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "a directory, not a file of this format");
        }
        return open(new TraceInput(Files.newInputStream(file), String.valueOf(file.getFileName())), before);
    }

    /** Reads the header; on failure the input is closed. */
    Trace open(TraceInput in, @Nullable TraceScheme before) throws IOException {
        boolean isOpen = false;
        try {
            Trace trace = read(in, before);
            isOpen = true;
            return trace;
        } catch (EOFException e) {
            throw cutShort();
        } finally {
            if (!isOpen) {
                in.close();
            }
        }
    }

    static TraceFormatException cutShort() {
        return new TraceFormatException("ends in the midst of a record");
    }
}
