package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.FileStatus.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files and directory trees.
 *
 * <p>Directories are walked depth first, each in the order of its names, so the outcome does not depend on the file system. Only a
 * directory with too many entries for memory is walked in the order of its listing. So memory grows with the directories that the walk has
 * yet to enter and with the files of several names, not with all files. If symbolic links are followed, it grows with all files, for any
 * may be reached again. A file with several names is handed over under the first of them. Symbolic links given as paths are followed. Those
 * met while walking are followed only on request, and then each directory is entered once. Special files met while walking are never
 * opened; given as paths, they are read. Mount points of the kernel's own file systems, such as {@code proc}, are left alone unless given.
 * Trees may be deeper than paths can be long, see {@link DeepDirectory}.
 */
public final class FileTreeSource implements Source {

    private final List<Path> roots;
    private final WalkOptions options;
    private final PageCachePolicy pageCache;
    private final HiddenOutputs hidden;
    private final List<Path> parentRoots;

    /** @throws IllegalArgumentException if a glob is malformed */
    public FileTreeSource(List<Path> roots, WalkOptions options) {
        this(roots, options, PageCachePolicy.RESTORE);
    }

    /** @throws IllegalArgumentException if a glob is malformed */
    public FileTreeSource(List<Path> roots, WalkOptions options, PageCachePolicy pageCache) {
        this(roots, options, pageCache, HiddenOutputs.NONE, List.of());
    }

    private FileTreeSource(
            List<Path> roots,
            WalkOptions options,
            PageCachePolicy pageCache,
            HiddenOutputs hidden,
            List<Path> parentRoots) {
        this.roots = List.copyOf(roots);
        this.hidden = hidden;
        this.options = options;
        this.pageCache = pageCache;
        this.parentRoots = List.copyOf(parentRoots);
        // Refuses malformed globs before the walk.
        new GlobFilter(this.roots.get(0).getFileSystem(), options);
    }

    /** The same without the outputs of the scan itself; the walk passes over them as if they were not there. */
    public FileTreeSource hiding(HiddenOutputs outputs) {
        return new FileTreeSource(roots, options, pageCache, outputs, parentRoots);
    }

    /** The same, but the siblings of a unit may also lie below these directories, which are not walked. */
    public FileTreeSource reaching(List<Path> directories) {
        return new FileTreeSource(roots, options, pageCache, hidden, directories);
    }

    @Override
    public Siblings siblings(Unit unit) {
        List<Path> all = new ArrayList<>(roots);
        all.addAll(parentRoots);
        return unit instanceof FileUnit file ? FileSiblings.of(file.path(), all, pageCache) : Siblings.NONE;
    }

    /** Loads the native library, if there is one for this platform; the first scan would do it otherwise. */
    public static void prepare() {
        DirectoryHandle.load();
    }

    @Override
    public List<String> paths() {
        return roots.stream().map(PathName::of).toList();
    }

    /** False if a pipe or a character device is among the paths. */
    @Override
    public boolean isRepeatable() {
        for (Path path : roots) {
            try {
                Kind kind = FileStatus.following(path).kind();
                if (kind == Kind.FIFO || kind == Kind.CHARACTER_DEVICE) {
                    return false;
                }
            } catch (IOException e) {
                // The walk will report this.
            }
        }
        return true;
    }

    @Override
    public List<Source> trees() {
        return List.of(this);
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        try (TreeWalk walk = new TreeWalk(roots, options, pageCache, hidden, visitor)) {
            walk.run();
        }
    }
}
