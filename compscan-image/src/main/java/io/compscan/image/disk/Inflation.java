package io.compscan.image.disk;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Unpacks deflated clusters of known length. */
public final class Inflation {

    private Inflation() {}

    /**
     * The first bytes of deflated data.
     *
     * @param raw whether the data has no zlib header
     * @param wanted how many bytes
     */
    public static byte[] of(byte[] packed, int offset, int length, boolean raw, int wanted) throws IOException {
        Inflater inflater = new Inflater(raw);
        try {
            inflater.setInput(packed, offset, length);
            byte[] cluster = new byte[wanted];
            int done = 0;
            while (done < wanted) {
                int got = inflater.inflate(cluster, done, wanted - done);
                if (got == 0) {
                    throw new IOException(
                            "damaged: a compressed cluster ends after " + done + " of " + wanted + " bytes");
                }
                done += got;
            }
            return cluster;
        } catch (DataFormatException e) {
            throw new IOException("damaged: a compressed cluster cannot be unpacked", e);
        } finally {
            inflater.end();
        }
    }
}
