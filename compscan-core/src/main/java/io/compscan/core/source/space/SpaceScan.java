package io.compscan.core.source.space;

import io.compscan.core.source.SizeLimit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.LocalFiles;
import io.compscan.core.source.file.OpenDescriptor;
import io.compscan.result.ReadError;
import io.compscan.result.SourceSpace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the file systems of a source for the space of its files. It walks the trees of the source once, on the calling thread, and reads no
 * data.
 *
 * <p>Views do not matter: the questions concern the files that hold images, not the images. Devices and pipes are only counted.
 *
 * <p>Memory: a {@link PhysicalSpace} for each file system that shares extents. A file takes none.
 */
public final class SpaceScan implements SourceVisitor, Closeable {

    private final Path spillDirectory;
    private final int extentsInMemory;
    private final Map<Object, FileSystemSpace> fileSystems = new LinkedHashMap<>();
    private final ExtentQuery query = new ExtentQuery();
    private final FileSystemNames names = new FileSystemNames();
    private long otherUnitCount;
    private long otherBytes;
    private long unaskedFileCount;
    private long unaskedBytes;
    private @Nullable IOException spillFailure;

    private SpaceScan(Path spillDirectory, int extentsInMemory) {
        this.spillDirectory = spillDirectory;
        this.extentsInMemory = extentsInMemory;
    }

    /**
     * The space that the files of a source take.
     *
     * @param spillDirectory the directory for extents that are too many for memory
     * @throws IOException if the extents cannot be written there
     */
    public static SourceSpace of(Source source, Path spillDirectory) throws IOException, InterruptedException {
        return of(source, spillDirectory, PhysicalSpace.EXTENTS_IN_MEMORY);
    }

    static SourceSpace of(Source source, Path spillDirectory, int extentsInMemory)
            throws IOException, InterruptedException {
        try (SpaceScan scan = new SpaceScan(spillDirectory, extentsInMemory)) {
            SizeLimit limited = new SizeLimit(scan);
            for (Source tree : source.trees()) {
                tree.walk(limited);
            }
            return scan.result();
        }
    }

    private SourceSpace result() throws IOException {
        if (spillFailure != null) {
            throw spillFailure;
        }
        List<SourceSpace.FileSystem> found = new ArrayList<>();
        for (FileSystemSpace one : fileSystems.values()) {
            found.add(one.result());
        }
        found.sort(Comparator.comparing(SourceSpace.FileSystem::device).thenComparing(SourceSpace.FileSystem::type));
        return new SourceSpace(found, unaskedFileCount, unaskedBytes, otherUnitCount, otherBytes);
    }

    @Override
    public void unit(Unit unit) {
        if (!ExtentQuery.isSupported() || !LocalFiles.isOne(unit)) {
            other(unit);
            return;
        }
        try (OpenDescriptor file = LocalFiles.open(unit)) {
            FileBlocks blocks = FileBlocks.of(file.number());
            if (blocks.isFile()) {
                space(blocks, file).add(unit, blocks, query, file.number());
            } else {
                other(unit);
            }
        } catch (PhysicalSpace.SpillException e) {
            spillFailure = e;
        } catch (IOException e) {
            unaskedFileCount++;
            unaskedBytes += unit.sizeBytes();
        }
    }

    private void other(Unit unit) {
        otherUnitCount++;
        otherBytes += Math.max(0, unit.sizeBytes());
    }

    private FileSystemSpace space(FileBlocks blocks, OpenDescriptor file) {
        FileSystemNames.Name name = names.of(blocks.device(), file.number());
        return fileSystems.computeIfAbsent(
                name.identity(), key -> new FileSystemSpace(name, new PhysicalSpace(spillDirectory, extentsInMemory)));
    }

    /** The scan itself lists the paths that cannot be walked. */
    @Override
    public void error(ReadError error) {}

    @Override
    public boolean isStopped() {
        return spillFailure != null;
    }

    @Override
    public void close() throws IOException {
        for (FileSystemSpace one : fileSystems.values()) {
            one.close();
        }
    }
}
