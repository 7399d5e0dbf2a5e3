package io.compscan.core.fold.ledger;

import io.compscan.result.duplicate.Duplicates.Directory;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.result.duplicate.Duplicates.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of directories that share most, from the chunks of a sample and the directories that hold them. One thread.
 *
 * <p>The search goes from the top down, the largest first. A {@linkplain Cell cell} is a pair of directories with the chunks that both hold.
 * It is also one directory with the chunks that several directories in it hold. Directories in a cell share no more than the cell holds, so
 * the search ends when the largest cells are pairs.
 *
 * <pre>
 *   within A       -> within each directory in A, each pair of directories in A, A's own files against each of these
 *   pair (A, B)    -> (A', B) for each directory A' in A and its own files, where one A' holds nearly all of what is shared; likewise for B
 *                  -> told; what lies within the pair is a part of it
 * </pre>
 *
 * Each pair of innermost directories that hold a chunk is in one cell at a time. So the cells hold no more than all such pairs, and the
 * sample is thinned out until these are few enough.
 */
final class DirectoryPairs {

    /** A chunk in more directories than this says nothing about any two of them. */
    private static final int MOST_HOLDERS = 1000;

    /** About 10 MiB of references to chunks. */
    private static final long MOST_PAIRS = 1 << 20;

    private static final double NEARLY_ALL = 0.9;
    private static final int NOWHERE = -1;

    private final List<DirectoryNode> directories;
    private final double fraction;
    private final List<Chunk> chunks = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Chunk(long key, int[] holders, long weight) {
        long pairCount() {
            return holders.length > MOST_HOLDERS ? 0 : (long) holders.length * (holders.length - 1) / 2;
        }
    }

    /** A directory with all below it, or its own files alone. */
    private record Side(int directory, boolean isOwn) {
        static final Comparator<Side> ORDER = Comparator.comparingInt(Side::code);

        /** A number of its own, in the order of the directories. */
        int code() {
            return 2 * directory + (isOwn ? 1 : 0);
        }

        static Side of(int code) {
            return new Side(code >> 1, (code & 1) != 0);
        }
    }

    /** Both sides are the same directory if the cell holds the chunks that are shared within it. */
    private static final class Cell {
        static final Comparator<Cell> ORDER = Comparator.comparingLong((Cell cell) -> cell.weight)
                .reversed()
                .thenComparing(cell -> cell.first, Side.ORDER)
                .thenComparing(cell -> cell.second, Side.ORDER);

        private final Side first;
        private final Side second;
        private final List<Chunk> shared = new ArrayList<>();
        private long weight;

        Cell(Side first, Side second) {
            this.first = first;
            this.second = second;
        }

        /** @param codes the codes of the sides, one in each half */
        static Cell of(long codes) {
            return new Cell(Side.of((int) (codes >> Integer.SIZE)), Side.of((int) codes));
        }

        void add(Chunk chunk) {
            shared.add(chunk);
            weight += chunk.weight();
        }

        boolean isPair() {
            return !first.equals(second);
        }
    }

    /**
     * No chunk yet.
     *
     * @param directories as the tree has listed them
     * @param fraction of a byte that is one of a weight
     */
    DirectoryPairs(List<DirectoryNode> directories, double fraction) {
        this.directories = directories;
        this.fraction = fraction;
    }

    /** @param holders the numbers of the directories that hold the chunk themselves, each once */
    void add(long key, int[] holders, long weight) {
        chunks.add(new Chunk(key, holders, weight));
    }

    /** @param shift the number of zero bits that the keys of the sample begin with */
    Sharing sharing(StoredTotals stored, int shift, int most) {
        int thinned = shift;
        long pairCount = chunks.stream().mapToLong(Chunk::pairCount).sum();
        while (pairCount > MOST_PAIRS && thinned < ChunkSample.MAX_SHIFT) {
            thinned++;
            long maxKey = -1L >>> thinned;
            chunks.removeIf(chunk -> Long.compareUnsigned(chunk.key(), maxKey) > 0);
            pairCount = chunks.stream().mapToLong(Chunk::pairCount).sum();
        }
        List<Cell> found = search(most);
        Estimate estimate = estimate(stored, thinned);
        Map<Side, Long> held = held(found);
        long[] nonZeroBytes = nonZeroBytes();
        List<DirectoryPair> pairs = new ArrayList<>();
        for (Cell cell : found) {
            pairs.add(pair(cell, estimate, held, nonZeroBytes));
        }
        return new Sharing(stored.compressor(), thinned, chunks.size(), pairs);
    }

    private Estimate estimate(StoredTotals stored, int shift) {
        long weights = 0;
        double squares = 0;
        for (Chunk chunk : chunks) {
            weights += chunk.weight();
            squares += square(chunk);
        }
        return new Estimate(stored, weights, fraction, squares, chunks.size(), shift);
    }

    private double square(Chunk chunk) {
        return chunk.weight() * fraction * (chunk.weight() * fraction);
    }

    private List<Cell> search(int most) {
        PriorityQueue<Cell> largestFirst = new PriorityQueue<>(Cell.ORDER);
        Side everything = new Side(NOWHERE, false);
        Cell top = new Cell(everything, everything);
        chunks.stream().filter(chunk -> chunk.pairCount() > 0).forEach(top::add);
        largestFirst.add(top);
        List<Cell> found = new ArrayList<>();
        while (found.size() < most) {
            Cell cell = largestFirst.poll();
            if (cell == null || cell.weight == 0) {
                break;
            }
            if (!cell.isPair()) {
                largestFirst.addAll(within(cell));
                continue;
            }
            Collection<Cell> inner = divided(cell);
            if (inner.isEmpty()) {
                found.add(cell);
            } else {
                largestFirst.addAll(inner);
            }
        }
        return found;
    }

    /** The cells of the chunks that subdirectories of a directory share. */
    private Collection<Cell> within(Cell cell) {
        int outer = cell.first.directory();
        Map<Long, Cell> cells = new HashMap<>();
        for (Chunk chunk : cell.shared) {
            int[] sides = Arrays.stream(chunk.holders())
                    .mapToObj(holder -> sideIn(outer, holder))
                    .filter(Objects::nonNull)
                    .mapToInt(Side::code)
                    .sorted()
                    .toArray();
            for (int i = 0; i < sides.length; i++) {
                if (i > 0 && sides[i] == sides[i - 1]) {
                    continue;
                }
                // The pair of a side with itself counts once, whether the side occurs twice or more often.
                for (int j = i + 1; j < sides.length; j++) {
                    if (j == i + 1 || sides[j] != sides[j - 1]) {
                        long both = ((long) sides[i] << Integer.SIZE) | sides[j];
                        cells.computeIfAbsent(both, Cell::of).add(chunk);
                    }
                }
            }
        }
        return cells.values();
    }

    /** The pairs that make up this one, if one of them shares nearly as much; else none. */
    private Collection<Cell> divided(Cell cell) {
        Collection<Cell> byFirst = divided(cell, cell.first, side -> new Cell(side, cell.second));
        return byFirst.isEmpty() ? divided(cell, cell.second, side -> new Cell(cell.first, side)) : byFirst;
    }

    private Collection<Cell> divided(Cell cell, Side side, Function<Side, Cell> empty) {
        if (side.isOwn()) {
            return List.of();
        }
        Map<Side, Cell> cells = new HashMap<>();
        for (Chunk chunk : cell.shared) {
            Set<Side> holding = new HashSet<>();
            for (int holder : chunk.holders()) {
                Side inner = sideIn(side.directory(), holder);
                if (inner != null && holding.add(inner)) {
                    cells.computeIfAbsent(inner, empty).add(chunk);
                }
            }
        }
        boolean isOneNearlyAll = cells.entrySet().stream()
                .anyMatch(inner -> !inner.getKey().isOwn() && inner.getValue().weight >= NEARLY_ALL * cell.weight);
        return isOneNearlyAll ? cells.values() : List.of();
    }

    /**
     * The directory directly in {@code outer} that contains {@code holder}, or the own files of {@code outer}; null if {@code holder} is
     * elsewhere.
     */
    private @Nullable Side sideIn(int outer, int holder) {
        if (holder == outer) {
            return new Side(outer, true);
        }
        int directory = holder;
        while (directory != NOWHERE) {
            int parent = parent(directory);
            if (parent == outer) {
                return new Side(directory, false);
            }
            directory = parent;
        }
        return null;
    }

    private int parent(int directory) {
        DirectoryNode parent = directories.get(directory).parent();
        return parent == null ? NOWHERE : parent.number();
    }

    /** The weights of all chunks that the sides of the pairs hold. */
    private Map<Side, Long> held(List<Cell> pairs) {
        Map<Side, Long> held = new HashMap<>();
        for (Cell pair : pairs) {
            held.put(pair.first, 0L);
            held.put(pair.second, 0L);
        }
        for (Chunk chunk : chunks) {
            Set<Side> seen = new HashSet<>();
            for (int holder : chunk.holders()) {
                seen.add(new Side(holder, true));
                for (int directory = holder; directory != NOWHERE; directory = parent(directory)) {
                    seen.add(new Side(directory, false));
                }
            }
            seen.forEach(side -> held.computeIfPresent(side, (key, weight) -> weight + chunk.weight()));
        }
        return held;
    }

    /** The non-zero bytes of each directory with all below it. */
    private long[] nonZeroBytes() {
        long[] bytes = new long[directories.size()];
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] += directories.get(i).sums().nonZeroBytes();
            int parent = parent(i);
            if (parent != NOWHERE) {
                bytes[parent] += bytes[i];
            }
        }
        return bytes;
    }

    private DirectoryPair pair(Cell cell, Estimate estimate, Map<Side, Long> held, long[] nonZeroBytes) {
        long firstMost = estimate.most(nonZeroBytes(cell.first, nonZeroBytes));
        long secondMost = estimate.most(nonZeroBytes(cell.second, nonZeroBytes));
        long most = Math.min(firstMost, secondMost);
        long given = Math.min(most, estimate.rounded(cell.weight));
        double squares = cell.shared.stream().mapToDouble(this::square).sum();
        long error = estimate.error(given, cell.weight, squares, squares, 0, most);
        return new DirectoryPair(
                directory(cell.first, Math.min(firstMost, estimate.rounded(held.getOrDefault(cell.first, 0L)))),
                directory(cell.second, Math.min(secondMost, estimate.rounded(held.getOrDefault(cell.second, 0L)))),
                given,
                error == 0 ? null : Math.max(0, given - error),
                error == 0 ? null : Math.min(most, given + error));
    }

    private long nonZeroBytes(Side side, long[] nonZeroBytes) {
        return side.isOwn() ? directories.get(side.directory()).sums().nonZeroBytes() : nonZeroBytes[side.directory()];
    }

    private Directory directory(Side side, long bytes) {
        return new Directory(path(side.directory()), side.isOwn(), bytes);
    }

    private String path(int directory) {
        DirectoryNode node = directories.get(directory);
        DirectoryNode parent = node.parent();
        if (parent == null) {
            return node.name();
        }
        String outer = path(parent.number());
        return outer.isEmpty() || outer.endsWith("/") ? outer + node.name() : outer + "/" + node.name();
    }
}
