package io.compscan.core.estimate;

import io.compscan.core.Sha256;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells without reading whether a frame is still the same: by the names, sizes and times of its units.
 *
 * @param digest of them, and of the length of an extent
 * @param unitCount how many units there are
 * @param totalBytes of them
 * @param newestNanos when the last of them has changed, since 1970; 0 where nobody tells
 */
public record FrameDigest(String digest, long unitCount, long totalBytes, long newestNanos) {

    private static final int NUMBERS = 5;

    static FrameDigest of(List<Unit> units, long extentBytes) {
        MessageDigest digest = Sha256.open();
        ByteBuffer numbers = ByteBuffer.allocate(NUMBERS * Long.BYTES);
        digest.update(numbers.putLong(0, extentBytes).array());
        long totalBytes = 0;
        long newestNanos = 0;
        for (Unit unit : units) {
            UnitVersion version = unit.version();
            byte[] name = unit.name().getBytes(StandardCharsets.UTF_8);
            numbers.clear()
                    .putLong(name.length)
                    .putLong(unit.sizeBytes())
                    .putLong(version.modifiedNanos())
                    .putLong(version.changedNanos())
                    .putLong(version.inode());
            digest.update(numbers.array());
            digest.update(name);
            totalBytes += unit.sizeBytes();
            newestNanos = Math.max(newestNanos, changed(version));
        }
        return new FrameDigest(HexFormat.of().formatHex(digest.digest()), units.size(), totalBytes, newestNanos);
    }

    private static long changed(UnitVersion version) {
        return Math.max(version.modifiedNanos(), version.changedNanos());
    }

    /**
     * The difference of the frame now; null if there is none.
     *
     * @param now of these units
     */
    @Nullable String difference(FrameDigest now, List<Unit> units) {
        if (digest.equals(now.digest)) {
            return null;
        }
        if (unitCount != now.unitCount || totalBytes != now.totalBytes) {
            return "it had " + size() + ", it has " + now.size();
        }
        return units.stream()
                .filter(unit -> changed(unit.version()) > newestNanos)
                .findFirst()
                .map(unit -> unit.name() + " is another since")
                .orElse("names or times are others");
    }

    private String size() {
        return unitCount + (unitCount == 1 ? " file" : " files") + " with " + totalBytes + " bytes";
    }
}
