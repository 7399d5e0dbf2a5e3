/** VDI, the format of VirtualBox; after its header as VirtualBox and QEMU read it. */
@NullMarked
package io.compscan.image.vdi;

import org.jspecify.annotations.NullMarked;
