/**
 * Directories as the archives that casync makes of them: {@code catar:DIR} reads a tree as one stream, and writes nothing.
 *
 * <p>casync cuts this stream into chunks, not the files. So small files share chunks with their neighbours, with names and with times.
 *
 * <p>Source: {@code caformat.h} and {@code caencoder.c} of casync 2, and {@code casync make FILE.catar DIR}, which writes the same bytes.
 */
@NullMarked
package io.compscan.image.catar;

import org.jspecify.annotations.NullMarked;
