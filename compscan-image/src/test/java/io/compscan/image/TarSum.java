package io.compscan.image;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Checksums of headers of a tar, for tests that change what stands in them. */
final class TarSum {

    private TarSum() {}

    /** Makes the checksum right of the header that begins here. */
    static void mend(byte[] tar, int at) {
        Arrays.fill(tar, at + 148, at + 156, (byte) ' ');
        int sum = 0;
        for (int i = 0; i < 512; i++) {
            sum += tar[at + i] & 0xff;
        }
        byte[] digits = String.format("%06o", sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, tar, at + 148, digits.length);
        tar[at + 154] = 0;
    }

    /** Gives a header another size, in eleven octal digits. */
    static void resize(byte[] tar, int header, String octal) {
        System.arraycopy(octal.getBytes(StandardCharsets.US_ASCII), 0, tar, header + 124, octal.length());
        mend(tar, header);
    }
}
