package io.compscan.map.run;

import io.compscan.map.RunFormatException;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One table of an open run: its bytes, its block index, and lookups of single keys; any number of threads may use it. */
final class RunTable {

    private final RunChannel channel;
    private final StoredTable stored;
    private final AtomicReference<@Nullable Probe> spare = new AtomicReference<>();
    private volatile @Nullable BlockIndex index;

    RunTable(RunChannel channel, StoredTable stored) {
        this.channel = channel;
        this.stored = stored;
    }

    RunChannel channel() {
        return channel;
    }

    StoredTable stored() {
        return stored;
    }

    /** The index, loaded by the first caller. */
    BlockIndex index() throws IOException {
        BlockIndex loaded = index;
        if (loaded == null) {
            loaded = BlockIndex.read(channel, stored);
            index = loaded;
        }
        return loaded;
    }

    /** See {@link io.compscan.map.RunFile#find}. */
    long find(byte[] key, int offset, int[] fields) throws IOException {
        BlockIndex blocks = index();
        int number = blocks.blockOf(key, offset);
        if (number < 0) {
            return -1;
        }
        Probe probe = spare.getAndSet(null);
        if (probe == null) {
            probe = new Probe(stored.spec());
        }
        long references = probe.find(channel, blocks, number, key, offset, fields);
        spare.set(probe);
        return references;
    }

    /** The buffers of one lookup. */
    private static final class Probe {
        private final BlockDecoder block;
        private final int fieldCount;
        private final byte[] firstKey;
        private byte[] buffer = new byte[0];

        Probe(TableSpec spec) {
            block = new BlockDecoder(spec);
            fieldCount = spec.layout().fieldCount();
            firstKey = new byte[spec.keyBytes()];
        }

        long find(RunChannel channel, BlockIndex index, int number, byte[] key, int offset, int[] fields)
                throws IOException {
            int length = index.bytes(number);
            long at = index.offset(number);
            if (buffer.length < length + RunFormat.SLACK_BYTES) {
                buffer = new byte[length + length / 8 + RunFormat.SLACK_BYTES];
            }
            channel.read(at, buffer, 0, length);
            if (block.blockBytes(buffer, 0) != length) {
                throw new RunFormatException(channel.file(), at, "the block is not as long as the index says");
            }
            String problem = block.decode(buffer, 0, length, at);
            if (!problem.isEmpty()) {
                throw new RunFormatException(channel.file(), at, problem);
            }
            block.key(0, firstKey);
            index.check(
                    channel.file(), number, at, length, PackedBytes.getInt(buffer, BlockDecoder.CHECKSUM_AT), firstKey);
            int i = block.lowerBound(key, offset);
            if (i == block.size() || block.compareKey(i, key, offset) != 0) {
                return -1;
            }
            for (int f = 0; f < fieldCount; f++) {
                fields[f] = block.field(i, f);
            }
            return block.references(i);
        }
    }
}
