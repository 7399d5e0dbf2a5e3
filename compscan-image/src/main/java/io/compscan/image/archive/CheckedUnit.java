package io.compscan.image.archive;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.core.source.view.Placed;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A file that is stored as it is, with its checksum. Its channel fails when it is closed if all bytes were read and have another checksum, so
 * they count and the failure is told.
 *
 * @param unit its bytes
 * @param crc32 the checksum
 */
record CheckedUnit(RangeUnit unit, long crc32) implements WrappedUnit, Placed {

    @Override
    public List<Piece> pieces(int most) {
        return unit.pieces(most);
    }

    @Override
    public UnitVersion version() {
        return unit.version();
    }

    @Override
    public UnitChannel open() throws IOException {
        return new Checked(unit.open());
    }

    @Override
    public UnitChannel openForParts() throws IOException {
        return unit.openForParts();
    }

    private final class Checked implements UnitChannel {

        private final UnitChannel bytes;
        private final PieceSums sums = new PieceSums();

        Checked(UnitChannel bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            int got = bytes.read(position, data, offset, length);
            if (got > 0) {
                CRC32 sum = new CRC32();
                sum.update(data, offset, got);
                sums.add(position, position + got, (int) sum.getValue());
            }
            return got;
        }

        @Override
        public long nextData(long position) throws IOException {
            long next = bytes.nextData(position);
            if (next > position) {
                sums.addZeros(position, next);
            }
            return next;
        }

        @Override
        public boolean hasChanged() {
            return bytes.hasChanged();
        }

        @Override
        public void close() throws IOException {
            // An archive that changed meanwhile is told of as such.
            boolean isWrong = sums.contradict(sizeBytes(), crc32) && !hasChanged();
            bytes.close();
            if (isWrong) {
                throw new IOException("damaged: its checksum is wrong");
            }
        }
    }
}
