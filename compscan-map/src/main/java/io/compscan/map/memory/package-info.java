/**
 * The one place with raw memory: {@link io.compscan.map.memory.RawMemory} reads and writes it, {@link
 * io.compscan.map.memory.PagePool} buys it in slabs and hands it out in pages under a {@link
 * io.compscan.map.MemoryBudget}.
 *
 * <p>Nothing here knows what a key is. {@code RawMemory} exists twice: over {@code sun.misc.Unsafe} in {@code src/main/java},
 * for JDK 17 to 21, and over {@code java.lang.foreign} in {@code src/main/java22}, which the multi-release jar shows to JDK 22
 * and later. Whatever can be built from its few methods is built outside it, once.
 */
@NullMarked
package io.compscan.map.memory;

import org.jspecify.annotations.NullMarked;
