/**
 * Fast kernels: the one place that chooses between a plain computation and a faster one, and checks the faster one.
 *
 * <p>A kernel is an inner loop, such as a digest or a rolling hash. A faster kernel may come from vector registers, another JVM, native
 * code or an accelerator. Its owner keeps the plain kernel and asks three questions here:
 *
 * <pre>
 *   KernelTrial   Does it win on this machine, and does it agree?      once a JVM, shared by all threads
 *   KernelRace    Does it win on the data at hand?                     one a thread
 *   SpotCheck     Which results does the plain kernel compute again?   one a thread
 * </pre>
 *
 * <p>May enter: decisions that hold for any kernel. Kernels stay with their rooms: this room knows no other room of compscan, so that
 * chunking and fingerprinting can both use it. The module of {@code io.compscan.map} chooses its memory access itself, since it has no
 * libraries.
 */
@NullMarked
package io.compscan.core.kernel;

import org.jspecify.annotations.NullMarked;
