package io.compscan.memory.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Merging;
import io.compscan.result.memory.MemoryResult.Overlap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Sums over made-up processes against sums that are made in the plainest way. */
class MemoryTallyTest {

    private static final long PAGE = PageHash.PAGE_BYTES;

    private record Space(String name, MappedPages pages) implements AddressSpace {

        @Override
        public String type() {
            return "test";
        }

        @Override
        public PageReader open() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long swappedBytes() {
            return PAGE;
        }

        @Override
        public void close() {}
    }

    /** The contents of a frame at both looks: 0 for zeros, -1 where it was not read. */
    private record Truth(long first, long last, boolean isAnonymous) {

        boolean isStable() {
            return last >= 0 && first == last;
        }
    }

    private static long hash(long content) {
        return content == 0 ? PageHash.ZERO : content * 0x9E3779B97F4A7C15L;
    }

    @Property(tries = 200)
    void isWhatPlainCountingFinds(@ForAll long seed) {
        Random random = new Random(seed);
        int contents = 1 + random.nextInt(30);
        KsmSettings settings = new KsmSettings(true, 2 + random.nextInt(6), random.nextBoolean(), 100, 20);
        Map<Long, Truth> truths = new TreeMap<>();
        for (int i = random.nextInt(200) + 1; i > 0; i--) {
            long last = (long) random.nextInt(contents) - (random.nextInt(20) == 0 ? 1 : 0);
            long first = random.nextInt(10) == 0 ? random.nextInt(contents) : last;
            truths.put((long) random.nextInt(1 << 18), new Truth(first, last, random.nextInt(4) > 0));
        }
        List<Long> numbers = new ArrayList<>(truths.keySet());
        FrameIntake intake = new FrameIntake();
        List<Space> spaces = new ArrayList<>();
        List<List<Long>> mapped = new ArrayList<>();
        Map<Long, Integer> candidates = new HashMap<>();
        Set<Long> mergeable = new HashSet<>();
        Set<Long> kept = new HashSet<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            Space space = new Space("s" + i, new MappedPages());
            List<Long> own = new ArrayList<>();
            for (int page = 0; page < random.nextInt(150); page++) {
                long frame = numbers.get(random.nextInt(numbers.size()));
                boolean isMergeable = random.nextBoolean();
                boolean isAnonymous = truths.get(frame).isAnonymous;
                int properties = (isAnonymous ? Frames.ANONYMOUS : 0) | (isMergeable ? Frames.MERGEABLE : 0);
                intake.add(space.pages, page * PAGE, frame, properties);
                own.add(frame);
                if (isAnonymous && isMergeable) {
                    candidates.merge(frame, 1, Integer::sum);
                    mergeable.add(frame);
                } else {
                    kept.add(frame);
                }
            }
            spaces.add(space);
            mapped.add(own);
        }
        Frames frames = intake.seal(spaces);
        for (int i = 0; i < spaces.size(); i++) {
            for (int page = 0; page < mapped.get(i).size(); page++) {
                if (spaces.get(i).pages.isOwned(page)) {
                    Truth truth = truths.get(mapped.get(i).get(page));
                    int frame = spaces.get(i).pages.frame(page);
                    frames.noteFirst(frame, hash(truth.first));
                    if (truth.last >= 0) {
                        frames.noteLast(frame, hash(truth.last), true);
                    }
                }
            }
        }
        MemoryResult result = new MemoryTally(spaces, frames).result(true, 20, false, settings);

        Set<Long> all = new HashSet<>();
        mapped.forEach(all::addAll);
        assertThat(result.mappedBytes())
                .isEqualTo(mapped.stream().mapToLong(List::size).sum() * PAGE);
        assertThat(result.residentBytesHigh()).isEqualTo(all.size() * PAGE);
        assertThat(result.zeroBytes()).isEqualTo(count(all, truths, truth -> truth.last == 0));
        assertThat(result.goneBytes()).isEqualTo(count(all, truths, truth -> truth.last < 0));
        assertThat(result.volatileBytes())
                .isEqualTo(count(all, truths, truth -> truth.last >= 0 && truth.first != truth.last));
        for (int i = 0; i < spaces.size(); i++) {
            checkAccount(result.accounts().get(i), i, mapped, truths);
        }
        checkOverlaps(result, mapped, truths);
        checkMerging(result, settings, candidates, mergeable, kept, truths);
    }

    private interface Question {
        boolean holds(Truth truth);
    }

    private static long count(Set<Long> frames, Map<Long, Truth> truths, Question question) {
        return PAGE
                * frames.stream()
                        .filter(frame -> question.holds(truths.get(frame)))
                        .count();
    }

    private static Set<Long> contents(List<Long> frames, Map<Long, Truth> truths) {
        Set<Long> contents = new HashSet<>();
        for (long frame : frames) {
            Truth truth = truths.get(frame);
            if (truth.isStable() && truth.last > 0) {
                contents.add(truth.last);
            }
        }
        return contents;
    }

    private static void checkAccount(Account account, int number, List<List<Long>> mapped, Map<Long, Truth> truths) {
        Set<Long> own = new HashSet<>(mapped.get(number));
        Set<Long> others = new HashSet<>();
        Set<Long> otherContents = new HashSet<>();
        for (int i = 0; i < mapped.size(); i++) {
            if (i != number) {
                others.addAll(mapped.get(i));
                otherContents.addAll(contents(mapped.get(i), truths));
            }
        }
        assertThat(account.residentBytes()).isEqualTo(own.size() * PAGE);
        assertThat(account.sharedBytes())
                .isEqualTo(own.stream().filter(others::contains).count() * PAGE);
        long stable = count(own, truths, truth -> truth.isStable() && truth.last > 0);
        assertThat(account.selfDuplicateBytes())
                .isEqualTo(stable - contents(mapped.get(number), truths).size() * PAGE);
        assertThat(account.otherDuplicateBytes())
                .isEqualTo(count(
                        own,
                        truths,
                        truth -> truth.isStable() && truth.last > 0 && otherContents.contains(truth.last)));
    }

    private static void checkOverlaps(MemoryResult result, List<List<Long>> mapped, Map<Long, Truth> truths) {
        Map<String, Long> expected = new HashMap<>();
        for (int i = 0; i < mapped.size(); i++) {
            for (int j = i + 1; j < mapped.size(); j++) {
                Set<Long> common = contents(mapped.get(i), truths);
                common.retainAll(contents(mapped.get(j), truths));
                if (!common.isEmpty()) {
                    expected.put(i + " " + j, common.size() * PAGE);
                }
            }
        }
        Map<String, Long> found = new HashMap<>();
        for (Overlap overlap : result.overlaps()) {
            found.put(overlap.first() + " " + overlap.second(), overlap.commonBytes());
        }
        assertThat(found).isEqualTo(expected);
    }

    private static void checkMerging(
            MemoryResult result,
            KsmSettings settings,
            Map<Long, Integer> candidates,
            Set<Long> mergeable,
            Set<Long> kept,
            Map<Long, Truth> truths) {
        Map<Long, Long> pages = new HashMap<>();
        Map<Long, List<Long>> byContent = new HashMap<>();
        for (long frame : mergeable) {
            Truth truth = truths.get(frame);
            if (truth.isStable()) {
                byContent
                        .computeIfAbsent(truth.last, unused -> new ArrayList<>())
                        .add(frame);
                pages.merge(truth.last, (long) candidates.get(frame), Long::sum);
            }
        }
        // By the way in which the kernel fills frames: one after the other, and a page on its own stays alone.
        long shared = 0;
        long sharing = 0;
        long zero = 0;
        long saved = 0;
        for (Map.Entry<Long, List<Long>> content : byContent.entrySet()) {
            long left = pages.get(content.getKey());
            long removable = content.getValue().stream()
                    .filter(frame -> !kept.contains(frame))
                    .count();
            if (content.getKey() == 0 && settings.useZeroPages()) {
                zero = left;
                saved += removable;
            } else if (content.getValue().size() > 1) {
                long before = shared;
                while (left >= 2) {
                    long inFrame = Math.min(left, settings.maxPageSharing());
                    shared++;
                    sharing += inFrame - 1;
                    left -= inFrame;
                }
                saved += Math.max(0, removable - (shared - before) - left);
            }
        }
        Merging all = result.ksm().all();
        assertThat(all.candidatePages())
                .isEqualTo(candidates.values().stream()
                        .mapToLong(Integer::longValue)
                        .sum());
        assertThat(List.of(all.sharedPages(), all.sharingPages(), all.zeroPages()))
                .isEqualTo(List.of(shared, sharing, zero));
        assertThat(result.mergedBytes()).isEqualTo(result.residentBytesHigh() - saved * PAGE);
        assertThat(all.savedBytes()).isEqualTo(saved * PAGE);
        long parts =
                result.accounts().stream().mapToLong(Account::ksmSavedBytes).sum();
        assertThat(parts)
                .isCloseTo(all.savedBytes(), within((long) result.accounts().size()));
    }

    /** The kernel's defaults: 100 pages in 20 ms are 19.5 MiB in a second. */
    @Example
    void aPassTakesAsLongAsTheSettingsSay() {
        Merging merging = KsmSettings.DEFAULT.merging(256 * 1024, 0, 0, 0, 0);
        assertThat(1024 / merging.passSeconds()).isCloseTo(19.53, within(0.01));
        assertThat(merging.profitBytes()).isEqualTo(-256L * 1024 * 64);
    }
}
