package io.compscan.map;

/** The contract, on the map that {@link FingerprintMap#open} opens. */
final class TrieMapTest extends FingerprintMapContract {
    @Override
    FingerprintMap openMap(MapOptions options) {
        return FingerprintMap.open(options);
    }
}
