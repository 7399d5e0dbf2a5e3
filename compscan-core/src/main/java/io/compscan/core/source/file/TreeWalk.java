package io.compscan.core.source.file;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.file.DeepDirectory.Anchor;
import io.compscan.core.source.file.FileStatus.Kind;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One walk over files and directory trees, by one thread, with what it has to remember; {@link FileTreeSource} says what is found in which order.
 */
final class TreeWalk implements AutoCloseable {

    /** Directories of up to so many entries are walked in the order of their names. */
    private static final int SORTED_ENTRIES = 16_384;

    /** So many entries are asked for by path: a small tree should not wait for the native library to be loaded. */
    private static final int ASKED_BY_PATH = 1000;

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

    /** The names that {@code io.compscan.map.spill} gives to what it makes in a directory. */
    private static final String SPILL_PREFIX = "compscan-spill-";

    private static final Pattern SPILLED = Pattern.compile(SPILL_PREFIX + "[0-9a-f]{16}(\\.lock)?");

    private final List<Path> roots;
    private final WalkOptions options;
    private final PageCachePolicy pageCache;
    private final @Nullable Path hidden;
    private final GlobFilter filter;
    private final SourceVisitor visitor;
    private final InodeSet filesReached = new InodeSet();
    private final InodeSet directoriesEntered = new InodeSet();
    /** What the paths given lead to: a walk from one of them may meet another. */
    private final Set<Object> rootIdentities = new HashSet<>();

    private final @Nullable Object hiddenIdentity;
    private Path root;
    private long entriesMet;
    /** Of the deep directory that was needed last. */
    private @Nullable Anchor anchor;

    /** @param hidden a directory that is passed over as if it were not there */
    TreeWalk(
            List<Path> roots,
            WalkOptions options,
            PageCachePolicy pageCache,
            @Nullable Path hidden,
            SourceVisitor visitor) {
        this.roots = roots;
        this.options = options;
        this.pageCache = pageCache;
        this.hidden = hidden;
        this.visitor = visitor;
        root = roots.get(0);
        filter = new GlobFilter(root.getFileSystem(), options);
        hiddenIdentity = identityOfHidden();
    }

    /** Of the directory that is not to be seen; null if there is none. */
    private @Nullable Object identityOfHidden() {
        try {
            return hidden == null ? null : FileStatus.following(hidden).identity();
        } catch (IOException e) {
            return null;
        }
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
            FileStatus status = statusOf(Place.of(path), FileStatus::following);
            if (status == null) {
                continue;
            }
            if (status.kind() == Kind.DIRECTORY) {
                walkTree(status);
            } else if (status.kind() == Kind.FILE) {
                file(Place.of(path), status);
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
            pending.push(
                    new Directory(null, root, lengthBound(root), null, rootStatus.identity(), rootStatus.device()));
        }
        while (!pending.isEmpty() && !visitor.isStopped()) {
            Directory directory = pending.pop();
            List<Directory> children = new ArrayList<>();
            visitor.directory();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(open(directory));
                    DirectoryHandle handle = handle(directory)) {
                Iterator<Path> listing = entries.iterator();
                for (Path entry : sortedStart(listing)) {
                    if (visitor.isStopped()) {
                        return;
                    }
                    entry(directory, handle, entry, children);
                }
                while (listing.hasNext() && !visitor.isStopped()) {
                    entry(directory, handle, listing.next(), children);
                }
            } catch (DirectoryIteratorException e) {
                IOException cause = e.getCause() == null ? new IOException(e) : e.getCause();
                visitor.error(ReadErrors.of(directory.name(), cause, 0));
            } catch (IOException e) {
                visitor.error(ReadErrors.of(directory.name(), e, 0));
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

    /** A path to the directory that works until another one is asked for. */
    private Path open(Directory directory) throws IOException {
        DeepDirectory base = directory.base();
        if (base == null) {
            return directory.path();
        }
        Anchor last = anchor;
        if (last != null && last.directory() == base) {
            return last.resolve(directory.path());
        }
        anchor = null;
        try {
            Anchor next = base.open(last);
            anchor = next;
            return next.resolve(directory.path());
        } finally {
            if (last != null) {
                last.close();
            }
        }
    }

    private DirectoryHandle handle(Directory directory) throws IOException {
        return entriesMet < ASKED_BY_PATH ? DirectoryHandle.BY_PATH : DirectoryHandle.open(open(directory));
    }

    @Override
    public void close() {
        if (anchor != null) {
            anchor.close();
        }
    }

    private void entry(Directory directory, DirectoryHandle handle, Path listed, List<Directory> children)
            throws InterruptedException {
        entriesMet++;
        Place place = directory.base() == null
                ? Place.of(listed)
                : new Place(directory.base(), directory.path().resolve(lastName(listed)), listed);
        if (isIndexOnDisk(listed)) {
            return;
        }
        FileStatus status = statusOf(place, handle::statusOf);
        if (status == null) {
            return;
        }
        boolean isLink = status.kind() == Kind.SYMLINK;
        if (isLink) {
            if (!options.followSymlinks()) {
                visitor.skipped(Skip.SYMLINK);
                return;
            }
            status = statusOf(place, FileStatus::following);
            if (status == null) {
                return;
            }
        }
        if (!accepts(place, status.kind())) {
            visitor.skipped(Skip.EXCLUDED);
        } else if (status.kind() == Kind.DIRECTORY) {
            subdirectory(directory, place, isLink, status, children);
        } else if (status.kind() == Kind.FILE) {
            file(place, status);
        } else {
            visitor.skipped(Skip.SPECIAL_FILE);
        }
    }

    /** What scans have spilled to disk comes and goes as they run; to count it would make the numbers depend on that. */
    private static boolean isIndexOnDisk(Path listed) {
        String text = listed.toString();
        int name = PathName.lastNameStart(listed);
        return text.startsWith(SPILL_PREFIX, name)
                && SPILLED.matcher(text.substring(name)).matches();
    }

    private boolean accepts(Place place, Kind kind) {
        if (filter.acceptsAll()) {
            return true;
        }
        Path relative = place.relativize(root);
        return kind == Kind.DIRECTORY ? filter.acceptsDirectory(relative) : filter.acceptsFile(relative);
    }

    private void subdirectory(
            Directory parent, Place place, boolean isLink, FileStatus status, List<Directory> children) {
        if (status.identity().equals(hiddenIdentity)) {
            return;
        }
        boolean isMountPoint = status.device() != parent.device();
        if (isMountPoint && (options.oneFileSystem() || isViewOfTheKernel(place.open()))) {
            visitor.skipped(Skip.MOUNT_POINT);
        } else if (options.followSymlinks() && parent.isWithin(status.identity())) {
            visitor.error(
                    new ReadError(place.name(), ReadError.Kind.LOOP, 0, "leads back to a directory that contains it"));
        } else if (!mayBeMetAgain(status) || directoriesEntered.add(status.identity())) {
            children.add(child(parent, place, status));
        } else if (isLink) {
            visitor.skipped(Skip.SYMLINK);
        }
    }

    private Directory child(Directory parent, Place place, FileStatus status) {
        DeepDirectory base = place.base();
        Path path = place.path();
        int pathBytes = parent.pathBytes() + 1 + lengthBound(lastName(path));
        if (pathBytes > DeepDirectory.LONGEST_PATH_BYTES && DeepDirectory.isSupported(root)) {
            base = new DeepDirectory(base, path);
            path = root.getFileSystem().getPath("");
            pathBytes = 0;
        }
        return new Directory(
                base, path, pathBytes, options.followSymlinks() ? parent : null, status.identity(), status.device());
    }

    private static Path lastName(Path path) {
        Path name = path.getFileName();
        return name == null ? path : name;
    }

    /** No charset takes more than four bytes for a letter, and none that names of files are in more than one for those of ASCII. */
    private static int lengthBound(Path path) {
        String text = path.toString();
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += text.charAt(i) < 0x80 ? 1 : 4;
        }
        return bytes;
    }

    private boolean isViewOfTheKernel(Path mountPoint) {
        try {
            return KERNEL_FILE_SYSTEMS.contains(Files.getFileStore(mountPoint).type());
        } catch (IOException e) {
            return false;
        }
    }

    private void file(Place place, FileStatus status) throws InterruptedException {
        if ((status.linkCount() > 1 || mayBeMetAgain(status)) && !filesReached.add(status.identity())) {
            visitor.hardLink(status.sizeBytes());
            return;
        }
        FileUnit file = new FileUnit(place.path(), status.sizeBytes(), pageCache);
        visitor.unit(place.base() == null ? file : new DeepFileUnit(place.base(), file));
    }

    /** A special file that was given as a path, so on purpose. */
    private void special(Path path, FileStatus status) throws InterruptedException {
        switch (status.kind()) {
            case BLOCK_DEVICE -> {
                try (FileChannel device = FileChannel.open(path, StandardOpenOption.READ)) {
                    visitor.unit(new FileUnit(path, device.size(), pageCache));
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

    private @Nullable FileStatus statusOf(Place place, StatusCall call) {
        try {
            return call.of(place.open());
        } catch (NoSuchFileException e) {
            boolean isLink = Files.isSymbolicLink(place.open());
            ReadError.Kind kind = isLink ? ReadError.Kind.DANGLING : ReadError.Kind.VANISHED;
            String reason = isLink ? "a symbolic link to nothing" : "no longer there";
            visitor.error(new ReadError(place.name(), kind, 0, reason));
        } catch (IOException e) {
            visitor.error(ReadErrors.of(place.name(), e, 0));
        }
        return null;
    }

    /**
     * Something that the walk has come upon.
     *
     * @param base the deep directory that the path starts from, null if it is a path like any other
     * @param path as it was reached
     * @param open a path that the system takes, for now
     */
    private record Place(@Nullable DeepDirectory base, Path path, Path open) {
        static Place of(Path path) {
            return new Place(null, path, path);
        }

        String name() {
            return nameOf(base, path);
        }

        Path relativize(Path root) {
            return base == null ? root.relativize(path) : base.relativize(root, path);
        }
    }

    private static String nameOf(@Nullable DeepDirectory base, Path path) {
        if (base == null) {
            return PathName.of(path);
        }
        return path.toString().isEmpty() ? base.name() : base.name() + "/" + PathName.of(path);
    }

    /**
     * A directory that waits to be entered.
     *
     * @param base the deep directory that the path starts from, null if it is a path like any other
     * @param path as it was reached
     * @param pathBytes about how long the path is, at most
     * @param parent the directory it was found in, null for a root, and where no links are followed
     * @param identity of the directory
     * @param device the file system it is on
     */
    private record Directory(
            @Nullable DeepDirectory base,
            Path path,
            int pathBytes,
            @Nullable Directory parent,
            Object identity,
            long device) {

        String name() {
            return nameOf(base, path);
        }

        boolean isWithin(Object ancestor) {
            for (Directory d = this; d != null; d = d.parent) {
                if (d.identity.equals(ancestor)) {
                    return true;
                }
            }
            return false;
        }
    }

    @FunctionalInterface
    private interface StatusCall {
        FileStatus of(Path path) throws IOException;
    }
}
