package io.compscan.memory.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class FrameSetTest {

    /** Numbers without gaps, the same for the same frame. */
    @Property(tries = 300)
    void numbersItsMembers(@ForAll @Size(max = 500) List<@LongRange(min = 0, max = 1L << 20) Long> frames) {
        FrameSet set = new FrameSet();
        Set<Long> members = new HashSet<>();
        Map<Long, Integer> slots = new HashMap<>();
        for (long frame : frames) {
            int slot = set.slot(frame);
            assertThat(slots.putIfAbsent(frame, slot)).isIn(null, slot);
            assertThat(set.add(slot)).isEqualTo(members.add(frame));
        }
        set.seal();
        assertThat(set.count()).isEqualTo(members.size());
        Set<Integer> indexes = new HashSet<>();
        members.forEach(frame -> indexes.add(set.index(slots.get(frame))));
        assertThat(indexes).hasSize(members.size()).allMatch(index -> index >= 0 && index < members.size());
    }
}
