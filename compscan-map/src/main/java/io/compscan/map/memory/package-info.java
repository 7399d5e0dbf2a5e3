/**
 * Raw memory: the only package that accesses memory by address, and what is cut from it.
 *
 * <p>{@link io.compscan.map.memory.RawMemory} reads and writes. {@link io.compscan.map.memory.PagePool} buys slabs and hands out pages
 * under a {@link io.compscan.map.MemoryBudget}. A {@link io.compscan.map.memory.BlockSpace} cuts pages into blocks, in the sizes of
 * {@link io.compscan.map.memory.SizeClasses}. A {@link io.compscan.map.memory.NodeSpace} cuts them into nodes. No class here knows about
 * keys.
 *
 * <p>{@code RawMemory} exists twice. The one in {@code src/main/java} uses {@code sun.misc.Unsafe}, for JDK 17 to 21. The one in {@code
 * src/main/java22} uses {@code java.lang.foreign}; the multi-release jar shows it to JDK 22 and later. Code that can do with its few methods
 * belongs elsewhere.
 */
@NullMarked
package io.compscan.map.memory;

import org.jspecify.annotations.NullMarked;
