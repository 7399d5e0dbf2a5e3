package io.compscan.memory.dump;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files with memory in them whose pages cannot be told apart, and the commands that make a dump that can be scanned. */
final class Refused {

    private static final String QEMU =
            "in the monitor of QEMU type 'dump-guest-memory guest.elf', or 'virsh dump --memory-only"
                    + " DOMAIN guest.elf'";

    private record Kind(int offset, String magic, String what) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(0, "QEVM", "a migration stream of QEMU, which is not in pages; " + QEMU),
            new Kind(0, "LibvirtQemudSave", "a saved machine of libvirt, which is a migration stream; " + QEMU),
            new Kind(0, "LibvirtQemudPart", "an unfinished save of libvirt; " + QEMU),
            new Kind(4086, "S1SUSPEND", hibernation("Linux")),
            new Kind(4086, "LINHIB0001", hibernation("Linux")),
            new Kind(0, "hibr", hibernation("Windows")),
            new Kind(0, "HIBR", hibernation("Windows")),
            new Kind(0, "wake", hibernation("Windows")),
            new Kind(0, "WAKE", hibernation("Windows")),
            new Kind(
                    0,
                    "PAGEDU64",
                    "a crash dump of Windows, which is not supported; dump the machine from outside: " + QEMU),
            new Kind(
                    0,
                    "PAGEDUMP",
                    "a crash dump of Windows, which is not supported; dump the machine from outside: " + QEMU),
            new Kind(
                    0,
                    "DISKDUMP",
                    "a dump of diskdump, which is not supported; convert it: makedumpfile -E -d 0 FILE guest.elf"),
            new Kind(
                    0,
                    "EMiL",
                    "a dump of LiME with headers; make one without: insmod lime.ko \"path=dump.raw format=padded\""),
            new Kind(0, "\u001f\u008b", "compressed by gzip; unpack it first: gunzip FILE"),
            new Kind(0, "(\u00b5/\u00fd", "compressed by zstd; unpack it first: unzstd FILE"),
            new Kind(0, "\u00fd7zXZ", "compressed by xz; unpack it first: unxz FILE"));

    private Refused() {}

    private static String hibernation(String system) {
        return "a hibernation image of " + system
                + ", which is compressed in a way of its own; start the machine and dump it: " + QEMU;
    }

    /** Why a file that begins like this is refused; null if it is not. */
    static @Nullable String reason(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        for (Kind kind : KINDS) {
            if (text.startsWith(kind.magic, kind.offset)) {
                return kind.what;
            }
        }
        return null;
    }
}
