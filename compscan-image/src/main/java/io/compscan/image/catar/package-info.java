/**
 * Directories as the archives that casync and Proxmox Backup make of them: {@code catar:DIR} and {@code pxar:DIR} read a tree as one stream,
 * and write nothing.
 *
 * <p>Both cut this stream into chunks, not the files. So small files share chunks with their neighbours, with names and with times.
 *
 * <p>Source: {@code caformat.h} and {@code caencoder.c} of casync 2, and {@code casync make FILE.catar DIR}, which writes the same bytes.
 * For Proxmox Backup, {@code format/mod.rs} and {@code encoder/mod.rs} of the crate {@code pxar} 1.0.0, whose encoder writes the same bytes,
 * and for the order of a walk {@code create.rs} of {@code pbs-client} 3.2.4.
 */
@NullMarked
package io.compscan.image.catar;

import org.jspecify.annotations.NullMarked;
