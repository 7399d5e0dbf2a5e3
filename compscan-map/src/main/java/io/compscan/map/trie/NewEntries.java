package io.compscan.map.trie;

/** Whoever wants to know of the entries that a batch has added to a {@link TrieMap}, shard by shard, while each is locked. */
public interface NewEntries {

    /** The shard is locked and has taken its part of the batch; says whether the new entries of it are of interest. */
    boolean of(int shard);

    /** One of them, by its number in the batch. */
    void add(int entry);
}
