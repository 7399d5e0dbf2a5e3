package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import io.compscan.image.filesystem.NtfsRecord.Clusters;
import java.io.IOException;
import java.util.List;

/**
 * The bitmap of NTFS, the file {@code $Bitmap}: a bit for each cluster of the volume.
 *
 * <pre>
 *   master file table   2 $LogFile   3 $Volume   6 $Bitmap
 *   log file            00 "RSTR"   10 page size   18 offset of the restart area: 0c first client in use, 0e flags (2: clean)
 * </pre>
 *
 * The log has two such pages, and the one with the higher number counts. A page that was never written is full of ones.
 */
final class NtfsFreeSpace extends FreeSpace {

    private static final int LOG_FILE = 2;
    private static final int VOLUME = 3;
    private static final int BITMAP = 6;
    private static final int DATA = 0x80;
    private static final int VOLUME_INFORMATION = 0x70;
    private static final int FLAGS = 10;
    private static final int DIRTY = 1;
    private static final int NOT_SETTLED = 0x2 | 0x4 | 0x10;

    private static final long RESTART = 0x52545352L;
    private static final long NEVER_WRITTEN = 0xffff_ffffL;
    private static final int NO_CLIENT = 0xffff;
    private static final int CLEAN = 2;

    private final NtfsVolume volume;
    private final List<Clusters> bitmap;

    private NtfsFreeSpace(ImageFile file, NtfsVolume volume, List<Clusters> bitmap) {
        super(file);
        this.volume = volume;
        this.bitmap = bitmap;
    }

    static NtfsFreeSpace open(ImageFile file) throws IOException {
        NtfsVolume volume = NtfsVolume.boot(file);
        if (volume == null) {
            throw new IOException("damaged: its boot sector does not make sense");
        }
        if (volume.sizeBytes() > file.sizeBytes()) {
            throw new IOException(
                    "truncated: it has " + volume.sizeBytes() + " bytes, but its disk has " + file.sizeBytes());
        }
        int flags = volume.record(file, VOLUME).resident(VOLUME_INFORMATION, FLAGS);
        if ((flags & DIRTY) != 0) {
            throw new IOException("its volume is marked as dirty; let chkdsk repair it");
        }
        List<Clusters> log = volume.record(file, LOG_FILE).clusters(DATA, volume.clusters());
        if ((flags & NOT_SETTLED) != 0 || !isClean(file, volume, log)) {
            throw new IOException("its journal needs recovery; let Windows mount it and shut down");
        }
        List<Clusters> bitmap = volume.record(file, BITMAP).clusters(DATA, volume.clusters());
        return new NtfsFreeSpace(file, volume, bitmap);
    }

    /** Whether all changes in the log are done. */
    private static boolean isClean(ImageFile file, NtfsVolume volume, List<Clusters> log) throws IOException {
        if (log.isEmpty() || log.get(0).count() * volume.clusterBytes() < 2 * 4096) {
            return false;
        }
        long start = log.get(0).start() * volume.clusterBytes();
        boolean isClean = true;
        long latest = -1;
        for (long page = start; page <= start + 4096; page += 4096) {
            long magic = file.u32(page, LITTLE_ENDIAN);
            if (magic == RESTART) {
                long area = page + file.u16(page + 0x18, LITTLE_ENDIAN);
                long number = file.u64(area, LITTLE_ENDIAN);
                boolean isSettled = file.u16(area + 0x0c, LITTLE_ENDIAN) == NO_CLIENT
                        || (file.u16(area + 0x0e, LITTLE_ENDIAN) & CLEAN) != 0;
                if (number >= latest) {
                    latest = number;
                    isClean = isSettled;
                }
            } else if (magic != NEVER_WRITTEN) {
                return false;
            }
        }
        return isClean;
    }

    @Override
    Area areaAt(long position) {
        long clusterBytes = volume.clusterBytes();
        long told = 0;
        long end = volume.clusters() * clusterBytes;
        for (Clusters run : bitmap) {
            long bytes = run.count() * clusterBytes;
            long toldBytes = bytes > (Long.MAX_VALUE - told) / Byte.SIZE / clusterBytes
                    ? Long.MAX_VALUE - told
                    : bytes * Byte.SIZE * clusterBytes;
            long tellsUpTo = Math.min(end, told + toldBytes);
            if (position < tellsUpTo) {
                return new Area(told, tellsUpTo, clusterBytes, run.start() * clusterBytes);
            }
            told = tellsUpTo;
        }
        return Area.used(told, Long.MAX_VALUE);
    }
}
