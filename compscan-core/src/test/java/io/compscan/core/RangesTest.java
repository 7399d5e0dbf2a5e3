package io.compscan.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A bit for each position knows the same. */
class RangesTest {

    private static final int POSITIONS = 64;

    enum Action {
        ADD,
        REMOVE_BELOW,
        WITHIN,
        MISSING
    }

    record Step(Action action, int from, int to) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> positions = Arbitraries.integers().between(0, POSITIONS);
        Arbitrary<Integer> low = Arbitraries.integers().between(0, POSITIONS / 4);
        Arbitrary<Integer> lengths = Arbitraries.integers().between(0, 9);
        Arbitrary<Step> added = Combinators.combine(positions, lengths)
                .as((from, length) -> new Step(Action.ADD, from, Math.min(POSITIONS, from + length)));
        Arbitrary<Step> removed = low.map(to -> new Step(Action.REMOVE_BELOW, 0, to));
        Arbitrary<Step> asked = Combinators.combine(Arbitraries.of(Action.WITHIN, Action.MISSING), positions, positions)
                .as(Step::new);
        return Arbitraries.oneOf(added, added, removed, asked).list().ofMaxSize(40);
    }

    @Property
    void itIsTheSetOfItsPositions(@ForAll("steps") List<Step> steps) {
        Ranges ranges = new Ranges();
        BitSet model = new BitSet();
        for (Step step : steps) {
            BitSet asked = new BitSet();
            asked.set(Math.min(step.from, step.to), step.to);
            switch (step.action) {
                case ADD -> {
                    ranges.add(step.from, step.to);
                    model.set(step.from, step.to);
                }
                case REMOVE_BELOW -> {
                    ranges.removeBelow(step.to);
                    model.clear(0, step.to);
                }
                case WITHIN -> {
                    asked.and(model);
                    assertThat(list(ranges.within(step.from, step.to))).isEqualTo(list(asked));
                }
                case MISSING -> {
                    asked.andNot(model);
                    assertThat(list(ranges.missing(step.from, step.to))).isEqualTo(list(asked));
                }
            }
            assertThat(list(ranges)).isEqualTo(list(model));
            assertThat(ranges.isEmpty()).isEqualTo(model.isEmpty());
        }
    }

    private static List<List<Long>> list(Ranges ranges) {
        List<List<Long>> list = new ArrayList<>();
        ranges.forEach((from, to) -> list.add(List.of(from, to)));
        return list;
    }

    private static List<List<Long>> list(BitSet model) {
        List<List<Long>> list = new ArrayList<>();
        for (int from = model.nextSetBit(0); from >= 0; from = model.nextSetBit(model.nextClearBit(from))) {
            list.add(List.of((long) from, (long) model.nextClearBit(from)));
        }
        return list;
    }
}
