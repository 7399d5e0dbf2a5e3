package io.compscan.core.source.file;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.StreamUnit;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.file.FileStatus.Kind;
import io.compscan.result.ReadError;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One walk over files and directory trees, by one thread, with its memory. {@link FileTreeSource} describes the order of the walk. */
final class TreeWalk implements AutoCloseable {

    /** Directories of up to so many entries are walked in the order of their names. */
    private static final int SORTED_ENTRIES = 16_384;

    /** The number of entries that are asked for by path, since a small tree should not wait for the native library to be loaded. */
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

    /** The names that {@code io.compscan.map} gives to its files in a directory. */
    private static final String SPILL_PREFIX = "compscan-spill-";

    private static final Pattern SPILLED = Pattern.compile(SPILL_PREFIX + "[0-9a-f]{16}(\\.lock)?");

    private final List<Path> roots;
    private final WalkOptions options;
    private final PageCachePolicy pageCache;
    private final GlobFilter filter;
    private final SourceVisitor visitor;
    private final InodeSet filesReached = new InodeSet();
    /** By their mounts: within one, a directory has one place. */
    private final Map<String, InodeSet> directoriesEntered = new HashMap<>();
    /** Directories of file systems that the walk may meet at two mounts. */
    private final InodeSet directoriesSeen = new InodeSet();

    private final Mounts mounts;
    private final Map<Long, Boolean> sizesMayLie = new HashMap<>();
    /** The identities of the given paths: a walk from one of them may meet another. */
    private final Set<Object> rootIdentities = new HashSet<>();

    private final DirectoryNames names;
    private final HiddenOutputs.Lookup hidden;
    private Path root;
    private Links links = Links.FOLLOWED;
    private long entriesMet;
    private final PendingDirectory.Opener opener = new PendingDirectory.Opener();

    /** @param hidden the outputs that the walk passes over as if they were not there */
    TreeWalk(
            List<Path> roots,
            WalkOptions options,
            PageCachePolicy pageCache,
            HiddenOutputs hidden,
            SourceVisitor visitor) {
        this.roots = roots;
        this.options = options;
        this.pageCache = pageCache;
        this.hidden = hidden.lookup();
        this.visitor = visitor;
        names = new DirectoryNames(visitor);
        mounts = Mounts.of(roots);
        root = roots.get(0);
        filter = new GlobFilter(root.getFileSystem(), options);
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
            FileStatus status = statusOf(FoundPath.of(path), FileStatus::following);
            if (status == null) {
                continue;
            }
            links = Links.FOLLOWED;
            if (status.kind() == Kind.DIRECTORY) {
                links = options.followSymlinks() ? Links.FOLLOWED : Links.below(path);
                walkTree(status);
            } else if (status.kind() == Kind.FILE) {
                file(FoundPath.of(path), status);
            } else {
                special(path, status);
            }
        }
    }

    private void rememberRoot(Path path) {
        try {
            rootIdentities.add(FileStatus.following(path).identity());
        } catch (IOException e) {
            // The walk reports it when its turn comes; a file that cannot be looked at cannot be met either.
        }
    }

    /** Whether a file or directory of a single name can be reached again, so that it must be remembered. */
    private boolean mayBeMetAgain(FileStatus status) {
        return options.followSymlinks() || rootIdentities.contains(status.identity());
    }

    /** Whether the walk enters a directory: each once, but at each mount of it, where its files have further names. */
    private boolean enters(FoundPath place, FileStatus status) {
        return !mayBeMetAgain(status)
                || directoriesEntered
                        .computeIfAbsent(mountOf(place, status), mount -> new InodeSet())
                        .add(status.identity());
    }

    /** The mount to which a directory belongs; empty where it can show at one place alone. */
    private String mountOf(FoundPath place, FileStatus status) {
        if (mounts.mayShowTwice(status.device())) {
            try {
                return mounts.around(place.open().toRealPath());
            } catch (IOException e) {
                // It has gone, or its path is too long for the system.
                return "";
            }
        }
        return "";
    }

    private void walkTree(FileStatus rootStatus) throws InterruptedException {
        Deque<PendingDirectory> pending = new ArrayDeque<>();
        if (enters(FoundPath.of(root), rootStatus)) {
            pending.push(PendingDirectory.ofRoot(root, rootStatus));
            noteMount(FoundPath.of(root), rootStatus);
            names.attributes(root, rootStatus, true);
        }
        while (!pending.isEmpty() && !visitor.isStopped()) {
            PendingDirectory directory = pending.pop();
            List<PendingDirectory> children = new ArrayList<>();
            visitor.directory();
            names.begin();
            boolean isWhole = false;
            try (DirectoryHandle handle = handle(directory);
                    DirectoryStream<Path> entries = Files.newDirectoryStream(handle.view(opener.open(directory)))) {
                Iterator<Path> listing = entries.iterator();
                List<Path> start = sortedStart(listing);
                if (start.isEmpty() && !visitor.isStopped()) {
                    visitor.emptyDirectory();
                }
                for (Path entry : start) {
                    if (visitor.isStopped()) {
                        return;
                    }
                    entry(directory, handle, entry, children);
                }
                while (listing.hasNext() && !visitor.isStopped()) {
                    entry(directory, handle, listing.next(), children);
                }
                isWhole = !visitor.isStopped();
            } catch (DirectoryIteratorException e) {
                IOException cause = e.getCause() == null ? new IOException(e) : e.getCause();
                visitor.error(ReadErrors.ofListing(directory.name(), cause));
            } catch (IOException e) {
                visitor.error(ReadErrors.ofListing(directory.name(), e));
            }
            names.end(isWhole);
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

    private DirectoryHandle handle(PendingDirectory directory) throws IOException {
        return entriesMet < ASKED_BY_PATH && !FileCalls.isLoaded()
                ? DirectoryHandle.BY_PATH
                : opener.handle(directory, links);
    }

    @Override
    public void close() {
        opener.close();
    }

    private void entry(PendingDirectory directory, DirectoryHandle handle, Path listed, List<PendingDirectory> children)
            throws InterruptedException {
        entriesMet++;
        FoundPath place = directory.base() == null && handle == DirectoryHandle.BY_PATH
                ? FoundPath.of(listed)
                : new FoundPath(directory.base(), directory.path().resolve(FoundPath.lastName(listed)), listed);
        if (isIndexOnDisk(listed) || hidden.hides(directory.identity(), listed)) {
            return;
        }
        FileStatus status = statusOf(place, handle::statusOf);
        if (status == null) {
            names.unknown();
            return;
        }
        if (isHidden(status)) {
            return;
        }
        boolean isLink = status.kind() == Kind.SYMLINK;
        names.met(place, status);
        if (isLink) {
            if (!options.followSymlinks()) {
                visitor.skipped(Skip.SYMLINK);
                visitor.named(nameBytes(place), status.sizeBytes());
                names.add(listed);
                names.attributes(listed, status, false);
                return;
            }
            status = statusOf(place, FileStatus::following);
            if (status == null) {
                return;
            }
        }
        if (!accepts(place, status.kind())) {
            visitor.skipped(Skip.EXCLUDED);
            return;
        }
        if (isHidden(status)) {
            return;
        }
        names.add(listed);
        if (status.kind() == Kind.DIRECTORY) {
            subdirectory(directory, place, isLink, status, children);
        } else if (status.kind() == Kind.FILE) {
            file(place, status);
        } else {
            visitor.skipped(Skip.SPECIAL_FILE);
        }
    }

    /** Spilled files of running scans come and go; counting them would make the numbers depend on that. */
    private static boolean isIndexOnDisk(Path listed) {
        String text = listed.toString();
        int name = PathName.lastNameStart(listed);
        return text.startsWith(SPILL_PREFIX, name)
                && SPILLED.matcher(text.substring(name)).matches();
    }

    private boolean isHidden(FileStatus status) {
        return status.kind() == Kind.DIRECTORY && hidden.hides(status.identity());
    }

    private boolean accepts(FoundPath place, Kind kind) {
        if (filter.acceptsAll()) {
            return true;
        }
        Path relative = place.relativize(root);
        return kind == Kind.DIRECTORY ? filter.acceptsDirectory(relative) : filter.acceptsFile(relative);
    }

    private void subdirectory(
            PendingDirectory parent,
            FoundPath place,
            boolean isLink,
            FileStatus status,
            List<PendingDirectory> children) {
        boolean isMountPoint = status.device() != parent.device();
        // A directory that is mounted within itself does not show there once more, so it is no loop.
        boolean mayBeLoop = isLink || !mounts.mayShowTwice(status.device());
        if (isMountPoint && (options.oneFileSystem() || isViewOfTheKernel(place.open()))) {
            visitor.skipped(Skip.MOUNT_POINT);
        } else if (options.followSymlinks() && mayBeLoop && parent.isWithin(status.identity())) {
            visitor.error(
                    new ReadError(place.name(), ReadError.Kind.LOOP, 0, "leads back to a directory that contains it"));
        } else if (enters(place, status)) {
            children.add(PendingDirectory.below(parent, place, root, status, links));
            noteMount(place, status);
            names.attributes(place.open(), status, links.areFollowed());
        } else if (isLink) {
            visitor.skipped(Skip.SYMLINK);
        }
    }

    /** Says so where a directory is met again, at another mount. */
    private void noteMount(FoundPath place, FileStatus status) {
        if (mounts.mayShowTwice(status.device()) && !directoriesSeen.add(status.identity())) {
            sayMountedTwice(place);
        }
    }

    private void sayMountedTwice(FoundPath place) {
        String other = place.base() == null ? mounts.otherPlace(root, place.path()) : null;
        if (other != null) {
            visitor.error(new ReadError(
                    place.name(),
                    ReadError.Kind.MOUNTED_TWICE,
                    0,
                    "seen at two mounts, the other one is " + other + "; its files count once"));
        }
    }

    private static boolean isViewOfTheKernel(Path mountPoint) {
        return KERNEL_FILE_SYSTEMS.contains(typeOf(mountPoint));
    }

    /** The type of the file system; empty if it is unknown. */
    private static String typeOf(Path path) {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            return "";
        }
    }

    private void file(FoundPath place, FileStatus status) throws InterruptedException {
        boolean mayShowTwice = mounts.mayShowTwice(status.device());
        if ((status.linkCount() > 1 || mayShowTwice || mayBeMetAgain(status)) && !filesReached.add(status.identity())) {
            visitor.hardLink(status.sizeBytes());
            visitor.named(nameBytes(place), 0);
            if (mayShowTwice) {
                sayMountedTwice(place);
            }
            return;
        }
        names.attributes(place.open(), status, links.areFollowed());
        Unit unit = unit(place, status.sizeBytes(), status.version());
        if (status.sizeBytes() == 0 && sizesMayLie(place, status)) {
            unit = holdsBytes(unit) ? unit(place, Unit.UNKNOWN_SIZE, null) : unit;
        }
        visitor.unit(unit);
    }

    private Unit unit(FoundPath place, long sizeBytes, @Nullable UnitVersion found) {
        FileUnit file = new FileUnit(place.path(), sizeBytes, pageCache, links, found);
        return place.base() == null ? file : new DeepFileUnit(place.base(), file);
    }

    /**
     * Whether the file system may give a size of 0 for a file with bytes: views of the kernel do, and programs that mount what has no size before
     * it is read. Others know their sizes, so their empty files need not be opened.
     */
    private boolean sizesMayLie(FoundPath place, FileStatus status) {
        return sizesMayLie.computeIfAbsent(status.device(), device -> {
            String type = typeOf(place.open());
            return type.startsWith("fuse") || type.equals("9p") || KERNEL_FILE_SYSTEMS.contains(type);
        });
    }

    private static boolean holdsBytes(Unit unit) {
        try (UnitChannel channel = unit.open()) {
            return channel.read(0, new byte[1], 0, 1) > 0;
        } catch (IOException e) {
            // Its reader finds the same, and says so.
            return true;
        }
    }

    private static int nameBytes(FoundPath place) {
        return PathName.lastNameBytes(place.name());
    }

    /** A special file that was given as a path, so on purpose. */
    private void special(Path path, FileStatus status) throws InterruptedException {
        switch (status.kind()) {
            case BLOCK_DEVICE -> {
                try (FileChannel device = FileChannel.open(path, StandardOpenOption.READ)) {
                    visitor.unit(new FileUnit(path, device.size(), pageCache, links));
                } catch (IOException e) {
                    visitor.error(ReadErrors.ofListing(PathName.of(path), e));
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

    private @Nullable FileStatus statusOf(FoundPath place, StatusCall call) {
        try {
            return call.of(place.open());
        } catch (NoSuchFileException e) {
            boolean isLink = Files.isSymbolicLink(place.open());
            ReadError.Kind kind = isLink ? ReadError.Kind.DANGLING : ReadError.Kind.VANISHED;
            String reason = isLink ? "a symbolic link to nothing" : "no longer there";
            visitor.error(new ReadError(place.name(), kind, 0, reason));
        } catch (IOException e) {
            ReadError error = ReadErrors.ofListing(place.name(), e);
            // Links that lead to each other hold nothing.
            boolean leadsNowhere = error.reason().contains("symbolic links") && Files.isSymbolicLink(place.open());
            visitor.error(leadsNowhere ? ReadErrors.of(place.name(), e, 0) : error);
        }
        return null;
    }

    @FunctionalInterface
    private interface StatusCall {
        FileStatus of(Path path) throws IOException;
    }
}
