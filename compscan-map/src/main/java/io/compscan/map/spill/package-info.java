/**
 * Maps that outgrow their memory: shards of a {@link io.compscan.map.trie.TrieMap} freeze into runs on disk and merge when read.
 *
 * <p>A {@code FreezingMap} has for each shard a trie and a list of {@code Part}s that no longer change; {@code ShardParts} holds them. Adding
 * needs no look into the parts: references add up and fields merge to the maximum, in any order. Only a caller that pays for each new key
 * needs more; for it the {@link io.compscan.map.RecheckPolicy} decides whether {@code NewKeys} searches the parts.
 *
 * <p>A {@code FreezingStore} connects what its maps share: pages ({@code PagePools}), filters ({@code FilterSpace}), directories ({@code
 * SpillDisk}), and the {@code Freezer}, which decides about the next shard. {@code RunOutput} writes runs. {@code CheckpointParts} saves and
 * adopts them.
 *
 * <p>This package knows tries and runs; they do not know it.
 */
@NullMarked
package io.compscan.map.spill;

import org.jspecify.annotations.NullMarked;
