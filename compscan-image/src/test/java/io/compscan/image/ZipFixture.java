package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.image.MadeZip.Sizes;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;

/** Zips of files that a test knows, and what is read of them. */
abstract class ZipFixture {

    final Random random = new Random(9);
    final Map<String, byte[]> contents = new LinkedHashMap<>();

    byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) ('a' + random.nextInt(4));
        }
        return text;
    }

    static ReadArchive read(byte[] zip) throws IOException {
        return ReadArchive.zip(new Damage(zip));
    }

    /** Files of all methods whose sizes stand in one place. */
    MadeZip files(Sizes sizes, int count) {
        MadeZip made = MadeZip.begin();
        for (int i = 0; i < count; i++) {
            byte[] content = i % 4 == 3 ? new byte[0] : text(500 + 100 * i);
            contents.put("file" + i, content);
            made.file("file" + i, content, i % 2 == 0 ? ZipEntry.STORED : ZipEntry.DEFLATED, sizes);
        }
        return made;
    }

    void assertFiles(ReadArchive read, int... numbers) {
        List<String> names = Arrays.stream(numbers).mapToObj(i -> "file" + i).toList();
        assertThat(read.files().keySet()).as("%s", read.unread()).containsExactlyElementsOf(names);
        names.forEach(name -> assertThat(read.file(name)).as(name).isEqualTo(contents.get(name)));
    }
}
