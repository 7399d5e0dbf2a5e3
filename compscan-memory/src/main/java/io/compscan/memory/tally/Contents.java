package io.compscan.memory.tally;

import io.compscan.memory.page.Frames;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The distinct contents of frames, numbered from 0. Two frames have the same number if they hold the same bytes.
 *
 * <p>It takes four bytes a frame. While the constructor numbers the contents, it takes six more.
 */
final class Contents {

    /** Nobody knows this number in advance, so nobody can fill a process with pages that all belong in one slot. */
    private static final long SPREAD = new SecureRandom().nextLong() | 1;

    private final int[] numbers;
    private final int count;

    Contents(Frames frames) {
        numbers = new int[frames.count()];
        // Open addressing at a load of at most two thirds; a slot holds the first frame of a content.
        int[] slots = new int[slotCount(frames.count())];
        Arrays.fill(slots, -1);
        int distinct = 0;
        for (int frame = 0; frame < numbers.length; frame++) {
            if (!frames.is(frame, Frames.READ)) {
                numbers[frame] = -1;
                continue;
            }
            int slot = slot(slots, frames, frames.hash(frame));
            if (slots[slot] < 0) {
                slots[slot] = frame;
                numbers[frame] = distinct++;
            } else {
                numbers[frame] = numbers[slots[slot]];
            }
        }
        count = distinct;
    }

    private static int slotCount(int frames) {
        return (int) Math.min(Integer.MAX_VALUE - 8, frames + (long) (frames / 2) + 8);
    }

    private static int slot(int[] slots, Frames frames, long hash) {
        int slot = (int) ((((hash * SPREAD) >>> Integer.SIZE) * slots.length) >>> Integer.SIZE);
        while (slots[slot] >= 0 && frames.hash(slots[slot]) != hash) {
            slot = slot + 1 < slots.length ? slot + 1 : 0;
        }
        return slot;
    }

    /** How many distinct contents there are. */
    int count() {
        return count;
    }

    /** How many frames there are. */
    int frameCount() {
        return numbers.length;
    }

    /** The number of the content of a frame; -1 if the frame was not read. */
    int of(int frame) {
        return numbers[frame];
    }
}
