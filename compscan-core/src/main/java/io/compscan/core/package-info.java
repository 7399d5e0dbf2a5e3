/**
 * compscan as a library: one package per noun, and here only what all of them share, such as how a size is written.
 *
 * <p>Nothing in here or below writes to the console or ends the process.
 */
@NullMarked
package io.compscan.core;

import org.jspecify.annotations.NullMarked;
