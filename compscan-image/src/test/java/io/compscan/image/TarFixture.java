package io.compscan.image;

import java.io.IOException;
import java.util.Random;

/** Tars of files with noise in them, and what damages them. */
abstract class TarFixture {

    static final int RECORD = MadeTar.RECORD;

    final Random random = new Random(7);

    byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    static ReadArchive read(byte[] tar) throws IOException {
        return ReadArchive.tar(new Damage(tar));
    }

    void overwrite(byte[] tar, int at) {
        System.arraycopy(noise(RECORD), 0, tar, at, RECORD);
    }

    MadeTar files(MadeTar made, int count) {
        for (int i = 0; i < count; i++) {
            made.file("file" + i, noise(1000));
        }
        return made;
    }
}
