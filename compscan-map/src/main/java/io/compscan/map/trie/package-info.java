/**
 * The map in memory: shards, each a table of slots over leaves of sorted entries.
 *
 * <p>{@link io.compscan.map.trie.TrieMap} is the entrance. It sorts a batch by shard ({@code BatchPlan}) and locks each {@code Shard} once.
 * The shard's {@code CountingTrie} adds the entries, a group at a time: {@code Lookahead} finds their places, and then each entry is merged
 * or inserted. The document {@code docs/internals/map.md} draws the whole.
 *
 * <ul>
 *   <li>A {@code Trie} maps keys to records: {@code SlotTable}, {@code Slot}, {@code Descent} lead to a leaf, {@code LeafSplit} splits it.
 *   <li>A leaf: {@code LeafLayout} says where its entries are, {@code LeafSearch} finds them, {@code RecordFormat} is what they hold.
 *   <li>Blocks for leaves come from a {@code BlockSpace} of {@link io.compscan.map.memory}, in the sizes of {@code SizeClasses}; nodes come from a {@code NodeSpace}.
 *   <li>{@code LargeCounts} is a second trie for counts that outgrew their byte.
 *   <li>{@code LeafWalk} visits leaves in key order, for cursors and for the {@code Verifier}.
 * </ul>
 */
@NullMarked
package io.compscan.map.trie;

import org.jspecify.annotations.NullMarked;
