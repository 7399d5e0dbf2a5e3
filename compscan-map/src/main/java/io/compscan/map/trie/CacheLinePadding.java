package io.compscan.map.trie;

/**
 * Two cache lines of nothing in front of a subclass's fields, so that what one thread writes there never shares a line, or the
 * pair of lines that is fetched together, with what another thread writes in a neighbouring object.
 */
@SuppressWarnings("unused")
abstract class CacheLinePadding {
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;
}
