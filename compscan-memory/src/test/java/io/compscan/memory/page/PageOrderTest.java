package io.compscan.memory.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.memory.page.PageOrder.Stretch;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PageOrderTest {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;

    /** Every owned page once; whole superpages first, each aligned in the address space and among what was read before. */
    @Property(tries = 300)
    @Slow
    void holdsEveryOwnedPageOnceAndSuperpagesAligned(@ForAll long seed) {
        Random random = new Random(seed);
        MappedPages pages = new MappedPages();
        long address = (long) random.nextInt(2000) * PAGE_BYTES;
        int count = random.nextInt(6000);
        boolean isOwned = true;
        for (int i = 0; i < count; i++) {
            address += (random.nextInt(700) == 0 ? 1 + random.nextInt(600) : 1) * (long) PAGE_BYTES;
            isOwned ^= random.nextInt(900) == 0;
            pages.add(address, i, 0, isOwned);
        }
        int from = count == 0 ? 0 : random.nextInt(count);
        List<Integer> seen = new ArrayList<>();
        int longestChunk = 1 + (random.nextBoolean() ? random.nextInt(600) : random.nextInt(3));
        int longestBlock = longestChunk == 1 ? 1 : longestChunk <= 16 ? 16 : 512;
        int lastBlock = longestBlock;
        long position = 0;
        for (Stretch stretch : PageOrder.of(pages, from, count, longestChunk * PAGE_BYTES)) {
            assertThat(stretch.block()).isLessThanOrEqualTo(lastBlock);
            lastBlock = stretch.block();
            assertThat(stretch.count() % stretch.block()).isZero();
            assertThat(stretch.address() % ((long) stretch.block() * PAGE_BYTES))
                    .isZero();
            assertThat(position % stretch.block()).isZero();
            position += stretch.count();
            for (int i = 0; i < stretch.count(); i++) {
                int page = stretch.page() + i;
                seen.add(page);
                assertThat(pages.address(page)).isEqualTo(stretch.address() + (long) i * PAGE_BYTES);
            }
        }
        List<Integer> owned = new ArrayList<>();
        for (int i = from; i < count; i++) {
            if (pages.isOwned(i)) {
                owned.add(i);
            }
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(owned);
    }
}
