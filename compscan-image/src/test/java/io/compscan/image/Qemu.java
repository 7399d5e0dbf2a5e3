package io.compscan.image;

import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** QEMU's tools, which tell what is right. */
@Needs({"qemu-img", "qemu-io"})
final class Qemu {

    private Qemu() {}

    /** Runs {@code qemu-img} in the directory. */
    static void img(Path directory, String... arguments) throws Exception {
        List<Object> command = new ArrayList<>(List.of("qemu-img"));
        command.addAll(List.of(arguments));
        Programs.runIn(directory, command);
    }

    /** Writes to an image by {@code qemu-io}. */
    static void io(Path directory, String file, String format, String... commands) throws Exception {
        List<Object> all = new ArrayList<>(List.of("qemu-io", "-f", format));
        for (String command : commands) {
            all.add("-c");
            all.add(command);
        }
        all.add(file);
        Programs.runIn(directory, all);
    }
}
