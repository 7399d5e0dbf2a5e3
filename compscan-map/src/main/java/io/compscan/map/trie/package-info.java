/**
 * The map itself: shards, each a directory of slots over leaves of sorted entries.
 *
 * <p>The way in is {@link io.compscan.map.trie.TrieMap}. It sorts a batch by shard ({@code BatchPlan}) and locks each {@code
 * Shard} once. A shard's {@code Trie} reads what a group of keys will need ahead ({@code Lookahead}), finds a leaf through its
 * {@code SlotTable}, searches and edits it as {@code LeafLayout} says, and keeps it in a block of a {@code SizeClasses} class
 * from its {@code BlockSpace}. Full leaves go through {@code LeafSplit}, those with reference counts that outgrew their byte
 * through {@code LargeCounts}. {@code LeafWalk} visits leaves in key order, for cursors and for {@code Verifier}. The whole is
 * drawn in {@code docs/map.md}.
 */
@NullMarked
package io.compscan.map.trie;

import org.jspecify.annotations.NullMarked;
