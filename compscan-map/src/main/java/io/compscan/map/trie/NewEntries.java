package io.compscan.map.trie;

/** Learns about the new entries of a batch, shard by shard, while the shard is locked; see {@link TrieMap}. */
public interface NewEntries {

    /** Receives a shard that has taken its part of the batch; returns whether {@link #add} should follow. */
    boolean of(int shard);

    /** Receives one new entry, by its number in the batch. */
    void add(int entry);
}
