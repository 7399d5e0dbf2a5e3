/**
 * The map that outgrows its memory: shards of a {@link io.compscan.map.trie.TrieMap} are frozen into runs on disk, and merged when all
 * that was added is read back.
 *
 * <p>A {@link io.compscan.map.spill.FreezingStore} owns what the maps of a scan share: the pages, the directories, the decision which shard
 * goes next. A {@code FreezingMap} is one such map; to it a shard is a trie in memory and a list of {@code Part}s that nobody writes to
 * any more. Nothing here needs to know whether a key is in a run while keys are added: counts add up and fields merge to the larger value
 * at the end, in whatever order. Only for those who pay for every key that they are told is new, a {@link
 * io.compscan.map.spill.RecheckPolicy} decides whether it is cheaper to look.
 *
 * <p>This room knows tries and runs; neither knows of it.
 */
@NullMarked
package io.compscan.map.spill;

import org.jspecify.annotations.NullMarked;
