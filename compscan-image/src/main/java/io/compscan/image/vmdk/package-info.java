/** VMDK, the format of VMware; after VMware, Virtual Disk Format 5.0, and the facts in QEMU's block/vmdk.c. */
@NullMarked
package io.compscan.image.vmdk;

import org.jspecify.annotations.NullMarked;
