package io.compscan.core.fold.ledger;

import io.compscan.core.SplitMix;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One directory of the {@link DirectoryTree}.
 *
 * <p>The tree's owner alone, one thread at a time, changes its place in the tree. Any thread may add to its sums.
 */
final class DirectoryNode {

    private final @Nullable DirectoryNode parent;
    private final String name;
    private final int depth;
    private final long pathHash;
    private final Sums sums = new Sums();
    private @Nullable Map<String, DirectoryNode> children;
    /** Its place in the last list of the tree; -1 if that list does not hold it. */
    private int number = -1;

    private volatile boolean folded;

    private DirectoryNode(@Nullable DirectoryNode parent, String name, int depth, long pathHash) {
        this.parent = parent;
        this.name = name;
        this.depth = depth;
        this.pathHash = pathHash;
    }

    /** A path that is scanned. */
    static DirectoryNode root(String path) {
        return new DirectoryNode(null, path, 0, hash(0, path));
    }

    /** The directory of this name in this one, null if it is not in the tree yet. */
    @Nullable DirectoryNode child(String childName) {
        return children == null ? null : children.get(childName);
    }

    DirectoryNode addChild(String childName) {
        if (children == null) {
            children = new HashMap<>(4);
        }
        DirectoryNode child = new DirectoryNode(this, childName, depth + 1, hash(pathHash, childName));
        children.put(childName, child);
        return child;
    }

    Collection<DirectoryNode> children() {
        return children == null ? List.of() : children.values();
    }

    /** Moves the sums of all directories below into this one, now and from here on. */
    void foldChildren() {
        for (DirectoryNode child : children()) {
            child.foldChildren();
            child.folded = true;
            child.sums.moveTo(this::add);
        }
        children = null;
    }

    /** This one, or the one that it was folded into. */
    DirectoryNode live() {
        DirectoryNode directory = this;
        while (directory.folded) {
            directory = Objects.requireNonNull(directory.parent);
        }
        return directory;
    }

    /** Any thread. */
    void add(long files, long scanned, long zeros) {
        sums.add(files, scanned, zeros);
        if (folded) {
            // The folding thread first marks and then moves, so one of the two threads sees the addition.
            sums.moveTo(Objects.requireNonNull(parent)::add);
        }
    }

    @Nullable DirectoryNode parent() {
        return parent;
    }

    String name() {
        return name;
    }

    int depth() {
        return depth;
    }

    /** The hash of all names from the root on; it differs between paths. */
    long pathHash() {
        return pathHash;
    }

    Sums sums() {
        return sums;
    }

    int number() {
        return number;
    }

    void setNumber(int newNumber) {
        number = newNumber;
    }

    /** The hash of the path of {@code name} in the directory whose path has the hash {@code parentHash}. */
    static long hash(long parentHash, String name) {
        // FNV-1a, and then the finalizer of SplitMix64, which also tells a/bc from ab/c.
        long hash = parentHash ^ 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        return SplitMix.mix(hash);
    }
}
