package io.compscan.core.estimate;

/** The random numbers that the oracle in Python makes, too. */
final class SplitMix {

    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    static long mix(long number) {
        long x = number;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    /** Between 0 and 1. */
    static double share(long number) {
        return (mix(number) >>> 11) * 0x1p-53;
    }

    double next() {
        state += 0x9e3779b97f4a7c15L;
        return share(state);
    }
}
