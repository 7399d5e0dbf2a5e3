package io.compscan.core.source;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.FileStatus.Kind;
import io.compscan.core.source.SourceVisitor.Skip;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files and directory trees.
 *
 * <p>Directories are walked depth first, each in the order of its names, so that the outcome does not depend on the file system; only
 * one with more entries than can well be held is walked in the order in which it is listed. So memory grows with the directories
 * still to be entered and with the files of several names, not with all files (with all only where symbolic links are followed, for
 * then any may be reached again). A file with several names is handed
 * over under the first of them. Symbolic links given as paths are followed; those met while walking only if asked for, and
 * then each directory is entered once. Special files met while walking are never opened; given as paths, they are read.
 * Mount points of the kernel's own file systems, such as {@code proc}, are left alone unless given.
 */
public final class FileTreeSource implements Source {

    /** Directories of up to so many entries are walked in the order of their names. */
    private static final int SORTED_ENTRIES = 16_384;

    /** They hold no data, only a view of the kernel; {@code /proc/kcore} alone claims 128 TiB. */
    private static final Set<String> KERNEL_FILE_SYSTEMS = Set.of(
            "proc",
            "sysfs",
            "cgroup",
            "cgroup2",
            "debugfs",
            "tracefs",
            "securityfs",
            "configfs",
            "bpf",
            "pstore",
            "efivarfs",
            "devpts",
            "binfmt_misc",
            "fusectl");

    private final List<Path> roots;
    private final WalkOptions options;
    private final GlobFilter filter;

    /** @throws IllegalArgumentException if a glob is none */
    public FileTreeSource(List<Path> roots, WalkOptions options) {
        this.roots = List.copyOf(roots);
        this.options = options;
        filter = new GlobFilter(this.roots.get(0).getFileSystem(), options);
    }

    @Override
    public List<String> paths() {
        return roots.stream().map(PathName::of).toList();
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        new Walk(visitor).run();
    }

    /**
     * A directory that waits to be entered.
     *
     * @param path as it was reached
     * @param parent the directory it was found in, null for a root
     * @param identity of the directory
     * @param device the file system it is on
     */
    private record Directory(Path path, @Nullable Directory parent, Object identity, long device) {
        boolean isWithin(Object ancestor) {
            for (Directory d = this; d != null; d = d.parent) {
                if (d.identity.equals(ancestor)) {
                    return true;
                }
            }
            return false;
        }
    }

    private final class Walk {
        private final SourceVisitor visitor;
        private final Set<Object> filesReached = new HashSet<>();
        private final Set<Object> directoriesEntered = new HashSet<>();
        /** What the paths given lead to: a walk from one of them may meet another. */
        private final Set<Object> rootIdentities = new HashSet<>();

        private Path root;

        Walk(SourceVisitor visitor) {
            this.visitor = visitor;
            root = roots.get(0);
        }

        void run() throws InterruptedException {
            if (roots.size() > 1) {
                roots.forEach(this::rememberRoot);
            }
            for (Path path : roots) {
                if (visitor.isStopped()) {
                    return;
                }
                root = path;
                FileStatus status = statusOf(path, true);
                if (status == null) {
                    continue;
                }
                if (status.kind() == Kind.DIRECTORY) {
                    walkTree(status);
                } else if (status.kind() == Kind.FILE) {
                    file(path, status);
                } else {
                    special(path, status);
                }
            }
        }

        private void rememberRoot(Path path) {
            try {
                rootIdentities.add(FileStatus.following(path).identity());
            } catch (IOException e) {
                // It is reported when its turn comes; what cannot be looked at cannot be met either.
            }
        }

        /** Whether a file or directory of a single name can be reached again, so that it must be remembered. */
        private boolean mayBeMetAgain(FileStatus status) {
            return options.followSymlinks() || rootIdentities.contains(status.identity());
        }

        private void walkTree(FileStatus rootStatus) throws InterruptedException {
            Deque<Directory> pending = new ArrayDeque<>();
            if (!mayBeMetAgain(rootStatus) || directoriesEntered.add(rootStatus.identity())) {
                pending.push(new Directory(root, null, rootStatus.identity(), rootStatus.device()));
            }
            while (!pending.isEmpty() && !visitor.isStopped()) {
                Directory directory = pending.pop();
                List<Directory> children = new ArrayList<>();
                visitor.directory();
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.path())) {
                    Iterator<Path> listing = entries.iterator();
                    for (Path entry : sortedStart(listing)) {
                        if (visitor.isStopped()) {
                            return;
                        }
                        entry(directory, entry, children);
                    }
                    while (listing.hasNext() && !visitor.isStopped()) {
                        entry(directory, listing.next(), children);
                    }
                } catch (DirectoryIteratorException e) {
                    IOException cause = e.getCause() == null ? new IOException(e) : e.getCause();
                    visitor.error(ReadErrors.of(PathName.of(directory.path()), cause, 0));
                } catch (IOException e) {
                    visitor.error(ReadErrors.of(PathName.of(directory.path()), e, 0));
                }
                Collections.reverse(children);
                children.forEach(pending::push);
            }
        }

        /** All entries in the order of their names, unless there are too many to hold; then the first of them as they come. */
        private List<Path> sortedStart(Iterator<Path> listing) {
            List<Path> start = new ArrayList<>();
            while (listing.hasNext() && start.size() < SORTED_ENTRIES && !visitor.isStopped()) {
                start.add(listing.next());
            }
            if (!listing.hasNext()) {
                Collections.sort(start);
            }
            return start;
        }

        private void entry(Directory directory, Path path, List<Directory> children) throws InterruptedException {
            FileStatus status = statusOf(path, false);
            if (status == null) {
                return;
            }
            boolean isLink = status.kind() == Kind.SYMLINK;
            if (isLink) {
                if (!options.followSymlinks()) {
                    visitor.skipped(Skip.SYMLINK);
                    return;
                }
                status = statusOf(path, true);
                if (status == null) {
                    return;
                }
            }
            Path relative = root.relativize(path);
            if (status.kind() == Kind.DIRECTORY) {
                if (filter.acceptsDirectory(relative)) {
                    subdirectory(directory, path, isLink, status, children);
                } else {
                    visitor.skipped(Skip.EXCLUDED);
                }
            } else if (!filter.acceptsFile(relative)) {
                visitor.skipped(Skip.EXCLUDED);
            } else if (status.kind() == Kind.FILE) {
                file(path, status);
            } else {
                visitor.skipped(Skip.SPECIAL_FILE);
            }
        }

        private void subdirectory(
                Directory parent, Path path, boolean isLink, FileStatus status, List<Directory> children) {
            boolean isMountPoint = status.device() != parent.device();
            if (isMountPoint && (options.oneFileSystem() || isViewOfTheKernel(path))) {
                visitor.skipped(Skip.MOUNT_POINT);
            } else if (options.followSymlinks() && parent.isWithin(status.identity())) {
                visitor.error(new ReadError(
                        PathName.of(path), ReadError.Kind.LOOP, 0, "leads back to a directory that contains it"));
            } else if (!mayBeMetAgain(status) || directoriesEntered.add(status.identity())) {
                children.add(new Directory(path, parent, status.identity(), status.device()));
            } else if (isLink) {
                visitor.skipped(Skip.SYMLINK);
            }
        }

        private boolean isViewOfTheKernel(Path mountPoint) {
            try {
                return KERNEL_FILE_SYSTEMS.contains(
                        Files.getFileStore(mountPoint).type());
            } catch (IOException e) {
                return false;
            }
        }

        private void file(Path path, FileStatus status) throws InterruptedException {
            if ((status.linkCount() > 1 || mayBeMetAgain(status)) && !filesReached.add(status.identity())) {
                visitor.hardLink(status.sizeBytes());
            } else {
                visitor.unit(new FileUnit(path, status.sizeBytes()));
            }
        }

        /** A special file that was given as a path, so on purpose. */
        private void special(Path path, FileStatus status) throws InterruptedException {
            switch (status.kind()) {
                case BLOCK_DEVICE -> {
                    try (FileChannel device = FileChannel.open(path, StandardOpenOption.READ)) {
                        visitor.unit(new FileUnit(path, device.size()));
                    } catch (IOException e) {
                        visitor.error(ReadErrors.of(PathName.of(path), e, 0));
                    }
                }
                case FIFO, CHARACTER_DEVICE ->
                    visitor.unit(new StreamUnit(
                            PathName.of(path), PathName.extensionOf(path), () -> Files.newInputStream(path)));
                default ->
                    visitor.error(new ReadError(
                            PathName.of(path), ReadError.Kind.UNREADABLE, 0, "neither a file, a device nor a pipe"));
            }
        }

        private @Nullable FileStatus statusOf(Path path, boolean follow) {
            try {
                return follow ? FileStatus.following(path) : FileStatus.of(path);
            } catch (NoSuchFileException e) {
                ReadError.Kind kind = Files.isSymbolicLink(path) ? ReadError.Kind.DANGLING : ReadError.Kind.VANISHED;
                String reason = kind == ReadError.Kind.DANGLING ? "a symbolic link to nothing" : "no longer there";
                visitor.error(new ReadError(PathName.of(path), kind, 0, reason));
            } catch (IOException e) {
                visitor.error(ReadErrors.of(PathName.of(path), e, 0));
            }
            return null;
        }
    }
}
