package io.compscan.cli;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.WorkingDirectory;
import io.compscan.core.scan.ScanRun;
import java.io.FileDescriptor;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;

/** The entry point of {@code compscan.jar}. */
public final class Main {

    /** The directories in which JNA looks for libraries before the system's linker does. If this is unset, JNA asks another process, ldconfig. */
    private static final String LIBRARY_DIRECTORIES = "jna.platform.library.path";

    private Main() {}

    /** Runs the command line and leaves with its exit code. */
    public static void main(String[] args) {
        NativeDirectory.choose(System.getenv());
        if (System.getProperty(LIBRARY_DIRECTORIES) == null) {
            System.setProperty(LIBRARY_DIRECTORIES, "");
        }
        System.exit(execute(args, System.getenv(), prepare()));
    }

    /** Executes these words with the defaults of the environment on the process's own streams and returns the exit code. */
    private static int execute(String[] args, Map<String, String> environment, CountDownLatch canCompress) {
        try {
            WorkingDirectory.requireName();
            String[] all = Defaults.apply(args, environment);
            CommandLine commandLine = AllCommands.commandLine(all);
            awaitQuietly(canCompress);
            return CommandLines.execute(commandLine, all);
        } catch (CommandFailure e) {
            return e.tell(CommandLines.utf8(FileDescriptor.err));
        }
    }

    /**
     * Loads the classes that every scan needs, while the command line is read.
     *
     * @return open once compressors may be used
     */
    private static CountDownLatch prepare() {
        CountDownLatch canCompress = new CountDownLatch(1);
        Runnable lz4 = () -> {
            try {
                tolerant(NativeDirectory::loadLz4);
            } finally {
                canCompress.countDown();
            }
        };
        Thread preparation = new Thread(
                () -> {
                    lz4.run();
                    tolerant(ScanRun::warmUp);
                },
                "compscan-prepare");
        preparation.setDaemon(true);
        tolerant(preparation::start);
        if (preparation.getState() == Thread.State.NEW) {
            lz4.run();
        }
        return canCompress;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ignores a lack of threads or memory. If limits allow no further thread (ulimit -u, ulimit -v), the first thread that a scan needs
     * reports it in one line.
     */
    private static void tolerant(Runnable action) {
        try {
            action.run();
        } catch (OutOfMemoryError | ExceptionInInitializerError | NoClassDefFoundError e) {
            // The scan loads the classes itself.
        }
    }
}
