package io.compscan.core.compress;

import java.util.Arrays;

/**
 * The lengths of Huffman codes as zlib chooses them. zlib merges the shallower of two equally frequent nodes first. Codes beyond the limit
 * become shorter at the cost of the longest others.
 */
final class CodeLengths {

    private final int[] extraBits;
    private final int maxBits;
    private final int symbolCount;

    private final int[] frequency;
    private final int[] depth;
    private final int[] parent;
    private final int[] length;
    private final int[] heap;
    private final int[] withLength;
    private int heapSize;
    private int last;
    private long bits;

    /** @param extraBits how many bits follow the code of each symbol */
    CodeLengths(int[] extraBits, int maxBits) {
        this.extraBits = extraBits;
        this.maxBits = maxBits;
        symbolCount = extraBits.length;
        frequency = new int[2 * symbolCount + 1];
        depth = new int[2 * symbolCount + 1];
        parent = new int[2 * symbolCount + 1];
        length = new int[2 * symbolCount + 1];
        heap = new int[2 * symbolCount + 1];
        withLength = new int[maxBits + 1];
    }

    /** The length of a symbol's code, 0 if it does not occur. */
    int of(int symbol) {
        return length[symbol];
    }

    /** The last symbol that has a code. */
    int last() {
        return last;
    }

    /** The bits of all symbols, with their extra bits. */
    long bits() {
        return bits;
    }

    /** Builds the codes of symbols that occur so often. */
    void build(int[] frequencies) {
        heapSize = 0;
        last = -1;
        bits = 0;
        for (int i = 0; i < symbolCount; i++) {
            frequency[i] = frequencies[i];
            length[i] = 0;
            if (frequencies[i] > 0) {
                last = i;
                depth[i] = 0;
                heap[++heapSize] = i;
            }
        }
        // A tree has two symbols at least; those that do not occur are not written.
        while (heapSize < 2) {
            int symbol = last < 2 ? ++last : 0;
            heap[++heapSize] = symbol;
            frequency[symbol] = 1;
            depth[symbol] = 0;
            bits--;
        }
        for (int i = heapSize / 2; i >= 1; i--) {
            sink(i);
        }
        assign(merge());
    }

    /** Merges the two least frequent nodes until one is left; the heap's end lists all nodes from there on, parents first. */
    private int merge() {
        int sorted = heap.length;
        int node = symbolCount;
        do {
            int least = heap[1];
            heap[1] = heap[heapSize--];
            sink(1);
            int second = heap[1];
            heap[--sorted] = least;
            heap[--sorted] = second;
            frequency[node] = frequency[least] + frequency[second];
            depth[node] = Math.max(depth[least], depth[second]) + 1;
            parent[least] = node;
            parent[second] = node;
            heap[1] = node++;
            sink(1);
        } while (heapSize >= 2);
        heap[--sorted] = heap[1];
        return sorted;
    }

    private void sink(int from) {
        int at = from;
        int node = heap[at];
        for (int child = 2 * at; child <= heapSize; child = 2 * at) {
            if (child < heapSize && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (isBefore(node, heap[child])) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = node;
    }

    private boolean isBefore(int one, int other) {
        return frequency[one] < frequency[other] || (frequency[one] == frequency[other] && depth[one] <= depth[other]);
    }

    private void assign(int sorted) {
        Arrays.fill(withLength, 0);
        length[heap[sorted]] = 0;
        int tooLong = 0;
        for (int i = sorted + 1; i < heap.length; i++) {
            int node = heap[i];
            int codeBits = length[parent[node]] + 1;
            if (codeBits > maxBits) {
                codeBits = maxBits;
                tooLong++;
            }
            length[node] = codeBits;
            if (node < symbolCount) {
                withLength[codeBits]++;
                bits += (long) frequency[node] * (codeBits + extraBits[node]);
            }
        }
        if (tooLong > 0) {
            shorten(tooLong);
        }
    }

    /** A leaf of some shorter length becomes a node with two leaves, one of them a leaf that was too long. */
    private void shorten(int tooLong) {
        for (int left = tooLong; left > 0; left -= 2) {
            int shorter = maxBits - 1;
            while (withLength[shorter] == 0) {
                shorter--;
            }
            withLength[shorter]--;
            withLength[shorter + 1] += 2;
            withLength[maxBits]--;
        }
        int next = heap.length;
        for (int codeBits = maxBits; codeBits != 0; codeBits--) {
            int count = withLength[codeBits];
            while (count > 0) {
                int node = heap[--next];
                if (node < symbolCount) {
                    bits += (long) (codeBits - length[node]) * frequency[node];
                    length[node] = codeBits;
                    count--;
                }
            }
        }
    }
}
