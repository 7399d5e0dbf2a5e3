package io.compscan.core.source.space;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.ExtentCalls;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Names file systems. The subvolumes of a btrfs are one file system, since they share extents. One thread. */
final class FileSystemNames {

    private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");

    private final Map<Long, Name> known = new HashMap<>();

    /**
     * The name of a file system.
     *
     * @param identity the identity, equal for two files exactly if they are on one file system
     * @param device the device that it is mounted from
     * @param type the type, such as {@code xfs}
     */
    record Name(Object identity, String device, String type) {}

    /** The file system of an open file, which {@code stat} calls {@code device}. */
    Name of(long device, int descriptor) {
        return known.computeIfAbsent(device, key -> ask(device, descriptor));
    }

    private static Name ask(long device, int descriptor) {
        Object identity = identity(device, descriptor);
        try {
            FileStore store = Files.getFileStore(OWN_DESCRIPTORS.resolve(Integer.toString(descriptor)));
            return new Name(identity, PathName.of(store.name()), PathName.of(store.type()));
        } catch (IOException | SecurityException e) {
            return new Name(identity, "", "unknown");
        }
    }

    private static Object identity(long device, int descriptor) {
        byte[] info = new byte[ExtentCalls.FS_INFO_BYTES];
        try {
            ExtentCalls.ioctl(descriptor, ExtentCalls.BTRFS_IOC_FS_INFO, info);
        } catch (LastErrorException e) {
            // Not a btrfs.
            return device;
        }
        int from = ExtentCalls.FS_INFO_ID_OFFSET;
        return HexFormat.of().formatHex(Arrays.copyOfRange(info, from, from + ExtentCalls.FS_INFO_ID_BYTES));
    }
}
