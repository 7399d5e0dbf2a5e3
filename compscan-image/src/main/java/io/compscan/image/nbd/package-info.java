/**
 * Disks that a server of the network block device protocol exports, such as QEMU, nbdkit, and all that these in turn can read.
 *
 * <p>Source: "The NBD protocol", {@code doc/proto.md} of the project NetworkBlockDevice/nbd. A server is no more trusted than an image.
 */
@NullMarked
package io.compscan.image.nbd;

import org.jspecify.annotations.NullMarked;
