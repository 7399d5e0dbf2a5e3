package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.Ranges;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A kernel of the test's own reads ahead, keeps pages that are on their way, and drops folios as a whole. */
class RestoredFileTest {

    private static final int PAGE_BYTES = 256 << 10;
    private static final int PAGES = 300;
    private static final int AHEAD_PAGES = 8;

    /** Pages by number. */
    private static final class Kernel implements RestoredFile.Pages {
        private final BitSet before = new BitSet();
        private final BitSet cached = new BitSet();
        private final BitSet coming = new BitSet();
        private final BitSet asked = new BitSet();
        private int answers;
        /** The first page of each folio. */
        private final BitSet folios = new BitSet();

        private final int mostFolioPages;
        private boolean isClosed;

        Kernel(int mostFolioPages) {
            this.mostFolioPages = mostFolioPages;
            folios.set(0, PAGES + 1);
        }

        void read(int from, int to, int ahead) {
            BitSet wanted = new BitSet();
            wanted.set(from, Math.min(PAGES, to + ahead));
            wanted.andNot(cached);
            cached.or(wanted);
            coming.or(wanted);
            coming.clear(from, to);
            for (int page = wanted.nextSetBit(0); page >= 0; page = wanted.nextSetBit(folios.nextSetBit(page + 1))) {
                int end = Math.min(wanted.nextClearBit(page), page + mostFolioPages);
                folios.set(page);
                folios.clear(page + 1, end);
                folios.set(end);
            }
        }

        void arrive() {
            coming.clear();
        }

        @Override
        public long pageBytes() {
            return PAGE_BYTES;
        }

        @Override
        public Ranges cached(long from, long to) {
            Ranges found = new Ranges();
            for (int page = page(from); page < page(to); page++) {
                asked.set(page);
                answers++;
                if (cached.get(page)) {
                    found.add((long) page * PAGE_BYTES, (page + 1L) * PAGE_BYTES);
                }
            }
            return found;
        }

        @Override
        public void drop(long from, long to) {
            int first = folios.nextSetBit(page(from));
            int last = folios.previousSetBit(page(to));
            BitSet dropped = new BitSet();
            dropped.set(first, Math.max(first, last));
            dropped.andNot(coming);
            cached.andNot(dropped);
        }

        @Override
        public void close() {
            isClosed = true;
        }

        private static int page(long position) {
            assertThat(position % PAGE_BYTES).isZero();
            return Math.toIntExact(position / PAGE_BYTES);
        }

        BitSet brought() {
            BitSet brought = (BitSet) cached.clone();
            brought.andNot(before);
            return brought;
        }
    }

    private record Stripe(int from, int to) {

        long fromByte() {
            return (long) from * PAGE_BYTES + (from % 3 == 0 ? 0 : 17);
        }

        long toByte() {
            return (long) to * PAGE_BYTES - (to % 3 == 0 ? 0 : 17);
        }
    }

    @Property
    void whateverIsReadInWhateverOrder(@ForAll long seed) {
        Random random = new Random(seed);
        Kernel kernel = new Kernel(1 + random.nextInt(8));
        for (int page = 0; page < PAGES; page = kernel.before.length() + 1 + random.nextInt(40)) {
            kernel.before.set(page, Math.min(PAGES, page + 1 + random.nextInt(20)));
        }
        kernel.cached.or(kernel.before);
        RestoredFile file = new RestoredFile(kernel, (long) PAGES * PAGE_BYTES);
        List<Stripe> reading = new ArrayList<>();
        int position = 0;
        for (int i = 0; i < 60; i++) {
            if (reading.size() < 4 && position < PAGES && random.nextBoolean()) {
                position = random.nextInt(8) == 0 ? random.nextInt(PAGES) : position + random.nextInt(12);
                int from = Math.min(PAGES - 1, position);
                Stripe stripe = new Stripe(from, Math.min(PAGES, from + 1 + random.nextInt(8)));
                position = stripe.to;
                reading.add(stripe);
                file.beforeRead(stripe.fromByte(), stripe.toByte(), AHEAD_PAGES * PAGE_BYTES);
            } else if (!reading.isEmpty()) {
                Stripe stripe = reading.remove(random.nextInt(reading.size()));
                kernel.read(stripe.from, stripe.to, random.nextInt(AHEAD_PAGES));
                file.afterRead(stripe.fromByte(), stripe.toByte());
                assertThat(missing(kernel).stream()).isEmpty();
                kernel.arrive();
            }
        }
        for (Stripe stripe : reading) {
            file.afterRead(stripe.fromByte(), stripe.toByte());
        }
        file.close();
        assertThat(kernel.isClosed).isTrue();
        assertThat(missing(kernel).stream()).isEmpty();
        assertThat(kernel.brought().stream()).isEmpty();
    }

    private static BitSet missing(Kernel kernel) {
        BitSet missing = (BitSet) kernel.before.clone();
        missing.andNot(kernel.cached);
        return missing;
    }

    /** What one reader leaves behind is at most a stripe and what was read ahead. */
    @Test
    void pagesGoWhileTheFileIsRead() {
        Kernel kernel = new Kernel(1);
        RestoredFile file = new RestoredFile(kernel, (long) PAGES * PAGE_BYTES);
        for (int page = 0; page + 10 <= PAGES; page += 10) {
            Stripe stripe = new Stripe(page, page + 10);
            file.beforeRead(stripe.fromByte(), stripe.toByte(), AHEAD_PAGES * PAGE_BYTES);
            kernel.read(page, page + 10, AHEAD_PAGES);
            file.afterRead(stripe.fromByte(), stripe.toByte());
            kernel.arrive();
            assertThat(kernel.brought().cardinality()).isLessThanOrEqualTo(10 + AHEAD_PAGES);
        }
    }

    /** Where content decides about cuts, each stripe is a body of 1 MiB, and what the kernel may read ahead is 16 of them. */
    @Test
    void eachPageIsAskedAboutOnceHoweverShortTheStripesAre() {
        for (int period : new int[] {1, 2, 7, PAGES}) {
            Kernel kernel = new Kernel(1);
            for (int page = 0; page < PAGES; page += period) {
                kernel.before.set(page);
            }
            kernel.cached.or(kernel.before);
            RestoredFile file = new RestoredFile(kernel, (long) PAGES * PAGE_BYTES);
            for (int page = 0; page < PAGES; page++) {
                Stripe stripe = new Stripe(page, page + 1);
                file.beforeRead(stripe.fromByte(), stripe.toByte(), AHEAD_PAGES * PAGE_BYTES);
                kernel.read(page, page + 1, AHEAD_PAGES);
                file.afterRead(stripe.fromByte(), stripe.toByte());
                kernel.arrive();
            }
            file.close();
            assertThat(kernel.answers).isEqualTo(PAGES);
            assertThat(kernel.cached).isEqualTo(kernel.before);
        }
    }

    /** Asking takes time, and a page that nobody was asked about may be another program's. */
    @Test
    void nothingFarFromWhatIsReadIsAskedAboutOrDropped() {
        Kernel kernel = new Kernel(1);
        RestoredFile file = new RestoredFile(kernel, (long) PAGES * PAGE_BYTES);
        for (int page : new int[] {250, 10, 100}) {
            Stripe stripe = new Stripe(page, page + 2);
            file.beforeRead(stripe.fromByte(), stripe.toByte(), AHEAD_PAGES * PAGE_BYTES);
            kernel.read(page, page + 2, AHEAD_PAGES);
            file.afterRead(stripe.fromByte(), stripe.toByte());
        }
        assertThat(kernel.asked.cardinality()).isEqualTo(3 * (2 + AHEAD_PAGES));
        kernel.arrive();
        BitSet ofAnotherProgram = new BitSet();
        ofAnotherProgram.set(150, 240);
        kernel.cached.or(ofAnotherProgram);
        file.close();
        assertThat(kernel.brought()).isEqualTo(ofAnotherProgram);
    }
}
