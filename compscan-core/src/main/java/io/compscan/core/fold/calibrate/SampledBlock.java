package io.compscan.core.fold.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An element of the sample: a block of a distinct chunk. A small file, which shares blocks, has several places where it lies in several
 * groups; an index keeps the largest of its sizes.
 *
 * <p>While the sample holds all blocks, sizes must be exact, and the largest slow size is not known before all places are compressed. So
 * all places are kept. Later the place with the largest quick size is enough.
 */
final class SampledBlock {

    private final Spot spot;
    private final int lengthBytes;
    private List<Place> places = new ArrayList<>();
    /** The largest exact size of places that are not kept any more. */
    private int settledBytes;

    SampledBlock(Spot spot, int lengthBytes) {
        this.spot = spot;
        this.lengthBytes = lengthBytes;
    }

    Spot spot() {
        return spot;
    }

    List<Place> places() {
        return places;
    }

    /**
     * Adds a place. Unless all places are kept, one of its blocks has been drawn.
     *
     * @param keepsAll whether the sample holds all blocks
     * @param released told of each place that was held and is not needed any more
     */
    void add(Place place, boolean keepsAll, Consumer<Place> held, Consumer<Place> released) {
        if (places.stream().anyMatch(place::isLike)) {
            return;
        }
        if (keepsAll) {
            forgetSettled(released);
        } else if (!places.isEmpty()) {
            if (place.orderAfter(places.get(0)) < 0) {
                return;
            }
            places.forEach(released);
            places.clear();
        }
        held.accept(place);
        places.add(place);
    }

    /** Places with known sizes need not be kept, but for the one with the largest quick size. */
    private void forgetSettled(Consumer<Place> released) {
        if (places.size() < 2) {
            return;
        }
        Place largest = largest();
        List<Place> kept = new ArrayList<>();
        for (Place place : places) {
            if (place.equals(largest) || !place.isSettled()) {
                kept.add(place);
            } else {
                settledBytes = Math.max(settledBytes, place.exactBytes());
                released.accept(place);
            }
        }
        places = kept;
    }

    private Place largest() {
        Place largest = places.get(0);
        for (Place place : places) {
            if (drawn(place).orderAfter(drawn(largest)) > 0) {
                largest = place;
            }
        }
        return largest;
    }

    /** The place with the block that its element draws. */
    Place drawn(Place place) {
        return place.draw(spot.otherRandom());
    }

    /** Keeps the largest place alone, with one block. */
    void reduce(Consumer<Place> held, Consumer<Place> released) {
        Place largest = drawn(largest());
        held.accept(largest);
        places.forEach(released);
        places = new ArrayList<>(List.of(largest));
    }

    /** Keeps no place: the element only marks the end of the sample. */
    void strip(Consumer<Place> released) {
        places.forEach(released);
        places = new ArrayList<>();
    }

    /** The slow size in bytes, where all places have been kept. */
    int exactBytes() {
        return places.stream().mapToInt(Place::exactBytes).reduce(settledBytes, Math::max);
    }

    /** The sizes of the element; its block must be settled. */
    SizedBlock sized() {
        Place place = places.get(0);
        return new SizedBlock(spot, lengthBytes, place.quickBytes(), place.drawnBytes(), !place.isShared());
    }
}
