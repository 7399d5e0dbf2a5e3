package io.compscan.memory.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;

class PageHashTest {

    /** Against the implementation of others. */
    @Test
    void isXxh64() {
        XXHash64 reference = XXHashFactory.safeInstance().hash64();
        Random random = new Random(1);
        byte[] data = new byte[3 * PageHash.PAGE_BYTES];
        for (int i = 0; i < 1000; i++) {
            random.nextBytes(data);
            int offset = random.nextInt(2 * PageHash.PAGE_BYTES);
            assertThat(PageHash.of(data, offset)).isEqualTo(reference.hash(data, offset, PageHash.PAGE_BYTES, 0));
        }
        assertThat(PageHash.ZERO).isEqualTo(reference.hash(new byte[PageHash.PAGE_BYTES], 0, PageHash.PAGE_BYTES, 0));
    }
}
