package io.compscan.core.fold.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directories that hold the scanned data, down to the greatest depth with at most {@code maxDirectories} of them.
 *
 * <p>This depth depends on the directories alone and not on the order in which they come. Each directory beyond the limit makes the tree
 * fold the deepest directories into their parents. The folded directories would exceed the limit in any order. One thread at a time.
 */
final class DirectoryTree {

    /** Deeper trees than this are made by tests and by accident. */
    static final int MAX_DEPTH = 128;

    /** Takes units that lie below none of the paths; a source should not hand over any. */
    private static final String ELSEWHERE = "(other)";

    private final String separator;
    private final int maxDirectories;
    /** The roots by path, without a separator at its end; none lies below another. */
    private final Map<String, DirectoryNode> roots = new LinkedHashMap<>();

    private final int[] countAtDepth = new int[MAX_DEPTH + 1];
    private int directoryCount;
    private int maxDepth = MAX_DEPTH;

    private String lastPath = "";
    private @Nullable Place lastPlace;

    /**
     * Where a unit lies.
     *
     * @param directory the directory in the tree
     * @param pathHash the hash of the directory that really holds the unit, which may be deeper
     */
    record Place(DirectoryNode directory, long pathHash) {}

    /** A tree of nothing but these paths. */
    DirectoryTree(List<String> paths, String separator, int maxDirectories) {
        this.separator = separator;
        this.maxDirectories = maxDirectories;
        Set<String> given = Set.copyOf(paths.stream().map(this::key).toList());
        for (String path : paths) {
            String key = key(path);
            boolean isBelowAnother = false;
            int end = key.indexOf(separator);
            while (end >= 0 && !isBelowAnother) {
                isBelowAnother = given.contains(key.substring(0, end)) && !climbs(key, end);
                end = key.indexOf(separator, end + separator.length());
            }
            if (!isBelowAnother && !roots.containsKey(key)) {
                roots.put(key, count(DirectoryNode.root(path)));
            }
        }
    }

    private String key(String path) {
        return path.endsWith(separator) ? path.substring(0, path.length() - separator.length()) : path;
    }

    /** Whether a path leads out of one of its directories again, as {@code a/../b} does: it does not lie in {@code a}. */
    private boolean climbs(String path, int directoryEnd) {
        String up = separator + "..";
        int at = path.indexOf(up, directoryEnd);
        while (at >= 0) {
            int end = at + up.length();
            if (end == path.length() || path.startsWith(separator, end)) {
                return true;
            }
            at = path.indexOf(up, end);
        }
        return false;
    }

    private DirectoryNode count(DirectoryNode added) {
        directoryCount++;
        countAtDepth[added.depth()]++;
        return added;
    }

    /** Where the unit of this name lies; a file or stream that is itself among the paths lies in itself. */
    Place placeOf(String unitName) {
        int end = Math.max(0, unitName.lastIndexOf(separator));
        Place known = lastPlace;
        if (known != null && end > 0 && lastPath.length() == end && unitName.startsWith(lastPath)) {
            return known;
        }
        DirectoryNode itself = roots.get(unitName);
        if (itself != null) {
            return new Place(itself, itself.pathHash());
        }
        Place place = locate(unitName, end);
        lastPath = unitName.substring(0, end);
        lastPlace = place;
        return place;
    }

    private Place locate(String unitName, int directoryEnd) {
        int end = unitName.indexOf(separator);
        while (end >= 0 && end <= directoryEnd) {
            DirectoryNode root = roots.get(unitName.substring(0, end));
            if (root != null && !climbs(unitName, end)) {
                return descend(root, unitName, end + separator.length(), directoryEnd);
            }
            end = unitName.indexOf(separator, end + separator.length());
        }
        DirectoryNode here = roots.get("");
        return here == null ? elsewhere() : descend(here, unitName, 0, directoryEnd);
    }

    private Place elsewhere() {
        DirectoryNode root = roots.computeIfAbsent(ELSEWHERE, name -> count(DirectoryNode.root(name)));
        return new Place(root, root.pathHash());
    }

    private Place descend(DirectoryNode root, String unitName, int start, int end) {
        DirectoryNode directory = root;
        long hash = root.pathHash();
        int from = start;
        while (from < end) {
            int next = unitName.indexOf(separator, from);
            String name = unitName.substring(from, next < 0 ? end : Math.min(next, end));
            from += name.length() + separator.length();
            hash = DirectoryNode.hash(hash, name);
            // Below the greatest depth the hash goes on and the directory does not.
            if (directory.depth() < maxDepth) {
                directory = child(directory, name);
            }
        }
        if (directoryCount > maxDirectories) {
            becomeShallower();
        }
        return new Place(directory.live(), hash);
    }

    /** Folds the deepest directories until there are few enough. */
    private void becomeShallower() {
        int depth = maxDepth;
        for (int left = directoryCount; left > maxDirectories && depth > 0; depth--) {
            left -= countAtDepth[depth];
        }
        limitDepth(depth);
    }

    /** Folds the directories that are deeper. */
    void limitDepth(int depth) {
        if (depth >= maxDepth) {
            return;
        }
        for (int i = depth + 1; i <= maxDepth; i++) {
            directoryCount -= countAtDepth[i];
            countAtDepth[i] = 0;
        }
        maxDepth = depth;
        lastPlace = null;
        roots.values().forEach(this::fold);
    }

    private void fold(DirectoryNode directory) {
        if (directory.depth() == maxDepth) {
            directory.foldChildren();
        } else {
            directory.children().forEach(this::fold);
        }
    }

    /** Directories deeper than this have been folded, if there were any. */
    int maxDepth() {
        return maxDepth;
    }

    /** The root of this path, added if there is none. */
    DirectoryNode root(String path) {
        return roots.computeIfAbsent(key(path), key -> count(DirectoryNode.root(path)));
    }

    /** The directory of this name in {@code parent}, added if there is none. */
    DirectoryNode child(DirectoryNode parent, String name) {
        DirectoryNode child = parent.child(name);
        return child == null ? count(parent.addChild(name)) : child;
    }

    /**
     * The paths, then all directories with files that were read, the needed ones, and the parents of all these. The list goes level by
     * level; the children of one directory are in the order of their names. Each directory gets its number in the list.
     */
    List<DirectoryNode> list(Iterable<DirectoryNode> needed) {
        List<DirectoryNode> all = new ArrayList<>(roots.values());
        for (int i = 0; i < all.size(); i++) {
            List<DirectoryNode> children = new ArrayList<>(all.get(i).children());
            children.sort(Comparator.comparing(DirectoryNode::name));
            all.addAll(children);
        }
        boolean[] isKept = new boolean[all.size()];
        for (int i = 0; i < isKept.length; i++) {
            all.get(i).setNumber(i);
        }
        for (DirectoryNode directory : needed) {
            isKept[directory.number()] = true;
        }
        for (int i = isKept.length - 1; i >= 0; i--) {
            DirectoryNode directory = all.get(i);
            DirectoryNode parent = directory.parent();
            isKept[i] |= parent == null || !directory.sums().isZero();
            if (isKept[i] && parent != null) {
                isKept[parent.number()] = true;
            }
        }
        List<DirectoryNode> kept = new ArrayList<>();
        for (int i = 0; i < isKept.length; i++) {
            all.get(i).setNumber(isKept[i] ? kept.size() : -1);
            if (isKept[i]) {
                kept.add(all.get(i));
            }
        }
        return kept;
    }
}
