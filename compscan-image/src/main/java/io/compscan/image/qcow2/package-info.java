/** QCOW2, the format of QEMU and KVM; after QEMU, docs/interop/qcow2.txt. */
@NullMarked
package io.compscan.image.qcow2;

import org.jspecify.annotations.NullMarked;
