package io.compscan.image;

import java.util.Random;
import java.util.zip.CRC32C;

/** Damages images where their numbers are, behind checksums that are right. */
final class ImageDamage {

    private ImageDamage() {}

    /** Damages an image of a format, and mends its checksums. */
    static void apply(Damage damage, String format, Random random) {
        if (random.nextInt(20) == 0) {
            damage.truncate(random.nextInt(damage.length()));
        }
        int times = 1 + random.nextInt(6);
        boolean isBig = format.equals("qcow2") || format.equals("vhd");
        for (int i = 0; i < times; i++) {
            int at = place(damage.length(), format, random);
            damage.set(at, Fuzz.value(random), 1 << random.nextInt(4), isBig);
        }
        repair(damage, format);
    }

    /** Mostly where numbers are: the header, the tables, the end. */
    private static int place(int length, String format, Random random) {
        int kind = random.nextInt(8);
        if (kind < 4) {
            return random.nextInt(format.equals("vdi") ? 512 : 128) & ~random.nextInt(4);
        }
        if (kind == 4) {
            return length - 1 - random.nextInt(1536);
        }
        if (kind == 5 || length < 1 << 20) {
            return random.nextInt(Math.max(1, length));
        }
        int[] starts = {64 << 10, 128 << 10, 192 << 10, 256 << 10, 1 << 20, 2 << 20, (2 << 20) + (64 << 10), 3 << 20};
        return starts[random.nextInt(starts.length)] + random.nextInt(256);
    }

    /** Checksums made right again let the damage through to what lies behind them. */
    private static void repair(Damage damage, String format) {
        int length = damage.length();
        if (format.equals("vhd") && length > 2048) {
            sum(damage, length - 512, 512, 64);
            sum(damage, 512, 1024, 36);
        } else if (format.equals("vhdx") && length > 512 << 10) {
            crc(damage, 64 << 10, 4096);
            crc(damage, 128 << 10, 4096);
            crc(damage, 192 << 10, 64 << 10);
            crc(damage, 256 << 10, 64 << 10);
        }
    }

    private static void sum(Damage damage, int from, int length, int at) {
        damage.set(from + at, 0, Integer.BYTES, true);
        int sum = 0;
        for (int i = from; i < from + length; i++) {
            sum += damage.bytes()[i] & 0xff;
        }
        damage.set(from + at, ~sum, Integer.BYTES, true);
    }

    private static void crc(Damage damage, int from, int length) {
        damage.set(from + 4, 0, Integer.BYTES, false);
        CRC32C crc = new CRC32C();
        crc.update(damage.bytes(), from, length);
        damage.set(from + 4, crc.getValue(), Integer.BYTES, false);
    }

    /**
     * Damages an extent of ESX.
     *
     * @param isNew whether it is of the kind seSparse
     */
    static void applyToExtent(Damage damage, boolean isNew, Random random) {
        for (int times = 1 + random.nextInt(6); times > 0; times--) {
            int at = random.nextInt(random.nextBoolean() ? 256 : isNew ? 40 << 10 : 20 << 10);
            damage.set(at & ~random.nextInt(8), Fuzz.value(random), 1 << random.nextInt(4), false);
        }
        if (random.nextInt(20) == 0) {
            damage.truncate(random.nextInt(damage.length()));
        }
    }
}
