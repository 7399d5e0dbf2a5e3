package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.ForwardingVisitor;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change while a scan reads them, in each way that a file can. */
@EnabledOnOs(OS.LINUX)
class ChangedFilesTest {

    @TempDir
    private Path temporary;

    @BeforeAll
    static void load() {
        assumeTrue(FileCalls.load());
    }

    private enum Change {
        GROWS,
        SHRINKS,
        IS_WRITTEN_OVER,
        IS_WRITTEN_OVER_AND_SET_BACK,
        IS_TRUNCATED_AND_REFILLED,
        GETS_ANOTHER_NAME,
        IS_REMOVED,
        IS_REPLACED;

        void of(Path file) throws IOException {
            FileTime modified = Files.getLastModifiedTime(file);
            byte[] one = {1};
            switch (this) {
                case GROWS -> Files.write(file, one, StandardOpenOption.APPEND);
                case SHRINKS, IS_TRUNCATED_AND_REFILLED -> {
                    int size = (int) Files.size(file);
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(size / 2);
                        if (this == IS_TRUNCATED_AND_REFILLED) {
                            channel.write(ByteBuffer.allocate(size - size / 2), size / 2);
                        }
                    }
                }
                case IS_WRITTEN_OVER -> Files.write(file, one, StandardOpenOption.WRITE);
                case IS_WRITTEN_OVER_AND_SET_BACK -> {
                    Files.write(file, one, StandardOpenOption.WRITE);
                    Files.setLastModifiedTime(file, modified);
                }
                case GETS_ANOTHER_NAME -> Files.move(file, file.resolveSibling("renamed"));
                case IS_REMOVED -> Files.delete(file);
                case IS_REPLACED -> {
                    Path next = Files.write(file.resolveSibling("next"), one);
                    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Makes a change when the first bytes have been read. */
    private record Changing(Unit unit, Runnable change) implements WrappedUnit {

        @Override
        public UnitVersion version() {
            return unit.version();
        }

        @Override
        public UnitChannel open() throws IOException {
            UnitChannel channel = unit.open();
            AtomicBoolean isDue = new AtomicBoolean(true);
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    int got = channel.read(position, data, offset, length);
                    if (isDue.getAndSet(false)) {
                        change.run();
                    }
                    return got;
                }

                @Override
                public boolean hasChanged() {
                    return channel.hasChanged();
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }

    private record ChangingSource(Source tree, Runnable change) implements Source {

        @Override
        public List<String> paths() {
            return tree.paths();
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            tree.walk(new ForwardingVisitor(visitor) {
                @Override
                public void unit(Unit unit) throws InterruptedException {
                    visitor.unit(new Changing(unit, change));
                }
            });
        }
    }

    private static ScanResult scan(Path file, int bytes, Runnable change) throws Exception {
        Files.write(file, Scans.random(bytes));
        Source tree = new FileTreeSource(List.of(file.getParent()), WalkOptions.ALL);
        return Scans.scan(new ChangingSource(tree, change), Scans.options(List.of(4096), List.of()));
    }

    @ParameterizedTest
    @EnumSource
    void aChangeIsListed(Change change) throws Exception {
        for (int bytes : new int[] {5000, 9_000_000}) {
            Path file = Files.createDirectory(temporary.resolve("tree" + bytes)).resolve("file");
            ScanResult result = scan(file, bytes, () -> {
                try {
                    // The clock of a file system has steps of some milliseconds.
                    Thread.sleep(30);
                    change.of(file);
                } catch (IOException | InterruptedException e) {
                    throw new UncheckedIOException(new IOException(e));
                }
            });
            // A small file is read in one piece, and has all its bytes by then.
            boolean isCut = change == Change.SHRINKS && bytes > 5000;
            boolean hasGrown = change == Change.GROWS && bytes > 5000;
            ReadError.Kind seen = hasGrown ? ReadError.Kind.GREW : ReadError.Kind.CHANGED;
            assertThat(result.errors())
                    .as("%s of %d", change, bytes)
                    .extracting(ReadError::path, ReadError::kind)
                    .containsExactly(tuple(file.toString(), isCut ? ReadError.Kind.SHRANK : seen));
            assertThat(result.totals().changedPathCount()).isEqualTo(isCut ? 0 : 1);
            assertThat(result.totals().logicalBytes()).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5000, 9_000_000})
    void aFileThatStaysIsNot(int bytes) throws Exception {
        Path file = Files.createDirectory(temporary.resolve("tree")).resolve("file");
        assertThat(scan(file, bytes, () -> {}).errors()).isEmpty();
    }

    /** A log that was empty when the walk met it, and got its first lines before its turn. */
    @Test
    void anEmptyFileThatHasGrownIsListed() throws Exception {
        Path log = Files.createDirectory(temporary.resolve("tree")).resolve("log");
        Files.createFile(log);
        Source tree = new FileTreeSource(List.of(log.getParent()), WalkOptions.ALL);
        ScanResult result = Scans.scan(new GrowingSource(tree, log), Scans.options(List.of(4096), List.of()));
        assertThat(result.errors())
                .extracting(ReadError::path, ReadError::kind)
                .containsExactly(tuple(log.toString(), ReadError.Kind.GREW));
        assertThat(result.totals().changedPathCount()).isEqualTo(1);
        assertThat(result.totals().logicalBytes()).isZero();
    }

    /** The same after its turn, while another file is read. */
    @Test
    void anEmptyFileThatGrowsLaterIsListed() throws Exception {
        Path log = Files.createDirectory(temporary.resolve("tree")).resolve("a.log");
        Files.createFile(log);
        ScanResult result = scan(log.resolveSibling("long"), 20_000_000, () -> {
            try {
                Files.write(log, new byte[100]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(result.errors())
                .extracting(ReadError::path, ReadError::kind)
                .containsExactly(tuple(log.toString(), ReadError.Kind.GREW));
        assertThat(result.totals().changedPathCount()).isEqualTo(1);
        assertThat(result.totals().logicalBytes()).isEqualTo(20_000_000);
    }

    /** Writes to a file after the walk has looked at it. */
    private record GrowingSource(Source tree, Path log) implements Source {

        @Override
        public List<String> paths() {
            return tree.paths();
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            tree.walk(new ForwardingVisitor(visitor) {
                @Override
                public void unit(Unit unit) throws InterruptedException {
                    try {
                        Files.write(log, new byte[100]);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    visitor.unit(unit);
                }
            });
        }
    }
}
