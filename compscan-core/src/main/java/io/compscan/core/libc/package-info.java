/**
 * Calls of the C library that Java lacks: the one native provider of the program.
 *
 * <p>One class groups the calls that a system has or lacks together, because JNA binds a class as a whole. Each class has a {@code
 * load()} that binds on first use and says whether the calls exist. Callers keep a way that needs none of them.
 *
 * <p>May enter: declarations of calls with their constants, and of the structures that they fill. The code that uses a call lies in the
 * room that needs it, such as {@code source.file}. This room knows JNA and nothing of compscan.
 */
@NullMarked
package io.compscan.core.libc;

import org.jspecify.annotations.NullMarked;
