package io.compscan.core.scan.checkpoint;

import io.compscan.core.source.UnitVersion;
import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The units that an interrupted scan has read to their end: some 25 bytes each, off the heap.
 *
 * <p>The key of a unit is the first 16 bytes of the SHA-1 of its name. Its version is 62 bits of the SHA-1 of its numbers. A collision of
 * two names, or an unnoticed change, is less likely than a fault of the memory. One thread.
 */
public final class ReadUnits implements AutoCloseable {

    private static final int KEY_BYTES = 16;
    private static final RecordLayout LAYOUT =
            RecordLayout.of(new Field("version0", Integer.BYTES), new Field("version1", Integer.BYTES));
    private static final int BATCH_UNITS = 1024;

    private final CheckpointDirectory directory;
    private final FingerprintMap units;
    private final EntryBatch batch;
    private final MessageDigest sha1;
    private final int[] fields = new int[2];
    private long unmetCount;

    /** The state of a unit that the walk has found. */
    public enum Knowledge {
        /** The interrupted scan has not read it, or not to its end. */
        NEW,
        /** The interrupted scan has read it to its end, and it has not changed. */
        READ,
        /** The interrupted scan has read it to its end, and it has changed since. */
        CHANGED
    }

    /** Reads the log of the checkpoint that a scan resumes, and shows each unit to the visitor, too. */
    public ReadUnits(CheckpointDirectory directory, Consumer<UnitRecord> visitor) throws IOException {
        this.directory = directory;
        try {
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
        MapOptions options = MapOptions.of(KEY_BYTES, LAYOUT).withShardCount(1);
        units = FingerprintMap.open(options);
        batch = new EntryBatch(options, BATCH_UNITS);
        try {
            directory.forEachUnit(unit -> {
                add(unit);
                visitor.accept(unit);
            });
            flush();
        } catch (IOException | RuntimeException e) {
            units.close();
            throw e;
        }
    }

    private void add(UnitRecord unit) {
        byte[] version = versionOf(unit.version());
        int i = batch.add(keyOf(unit.name()), 0);
        batch.setField(i, 0, field(version, 0));
        batch.setField(i, 1, field(version, Integer.BYTES));
        unmetCount++;
        if (batch.size() == batch.capacity()) {
            flush();
        }
    }

    private void flush() {
        if (units.addAll(batch) > 0) {
            throw new OutOfMemoryError("no memory for the names of units already read");
        }
        batch.clear();
    }

    /** The state of a unit that the walk has found; remembers that it was found. */
    public Knowledge meet(String unitName, UnitVersion version) {
        byte[] key = keyOf(unitName);
        long references = units.get(key, 0, fields);
        if (references < 0) {
            return Knowledge.NEW;
        }
        if (references == 1) {
            unmetCount--;
            batch.add(key, 0);
            flush();
        }
        byte[] digest = versionOf(version);
        boolean same = fields[0] == field(digest, 0) && fields[1] == field(digest, Integer.BYTES);
        return same ? Knowledge.READ : Knowledge.CHANGED;
    }

    /** Shows the units that the interrupted scan has read and that this walk, now over, has not found: they are gone. */
    public void forEachUnmet(Consumer<UnitRecord> visitor) throws IOException {
        if (unmetCount == 0) {
            return;
        }
        directory.forEachUnit(unit -> {
            if (units.get(keyOf(unit.name()), 0, fields) == 1) {
                visitor.accept(unit);
            }
        });
    }

    private byte[] keyOf(String name) {
        return Arrays.copyOf(sha1.digest(name.getBytes(StandardCharsets.UTF_8)), KEY_BYTES);
    }

    private byte[] versionOf(UnitVersion version) {
        return sha1.digest(ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(version.sizeBytes())
                .putLong(version.modifiedNanos())
                .putLong(version.changedNanos())
                .putLong(version.inode())
                .array());
    }

    private static int field(byte[] digest, int at) {
        return ByteBuffer.wrap(digest).getInt(at) & Integer.MAX_VALUE;
    }

    @Override
    public void close() {
        units.close();
    }
}
