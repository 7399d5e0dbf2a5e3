package io.compscan.map.trie;

/**
 * Two unused cache lines before the fields of a subclass.
 *
 * <p>They keep these fields apart from neighbouring objects that other threads write: in another line, and in another pair of lines, because
 * processors fetch pairs.
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
