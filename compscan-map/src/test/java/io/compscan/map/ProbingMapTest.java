package io.compscan.map;

/** The contract, on the map of probing tables. */
final class ProbingMapTest extends FingerprintMapContract {
    @Override
    FingerprintMap openMap(MapOptions options) {
        return new ProbingMap(options);
    }
}
