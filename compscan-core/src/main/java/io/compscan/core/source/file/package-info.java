/**
 * Files and directory trees as sources: the walk, hard links, holes, deep paths and the page cache.
 *
 * <p>{@link io.compscan.core.source.file.FileTreeSource} walks the given paths and hands each file on as a unit. On Linux the C library
 * answers questions that Java cannot; every class that calls it keeps a way without it.
 *
 * <p>May enter: code for paths of a local file system. This room knows {@code source}, {@code libc} and {@code result}.
 */
@NullMarked
package io.compscan.core.source.file;

import org.jspecify.annotations.NullMarked;
