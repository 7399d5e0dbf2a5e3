package io.compscan.image.nbd;

import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * An open export. Any thread may read. Each has a connection of its own where the server allows several; otherwise they take turns.
 *
 * <p>A connection that breaks is replaced once for each read. If the new one breaks, too, or an answer takes too long, all further reads
 * fail at once.
 */
final class NbdChannel implements UnitChannel {

    /** How many bytes one question about zeros covers. */
    private static final int ASKED_BYTES = 1 << 30;
    /** How many questions a search for data asks before it gives up. */
    private static final int MAX_QUESTIONS = 64;

    private final NbdAddress address;
    private final NbdLimits limits;
    private final NbdExport export;
    private final Deque<NbdConnection> idle = new ArrayDeque<>();
    private boolean isBusy;
    private volatile @Nullable IOException failure;
    private volatile Extents latest = new Extents(0, new long[0]);

    /** The extents from a position on; see {@link NbdConnection#zeros}. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Extents(long start, long[] lengths) {

        /** Where data begins at or behind a position. If there is no data, the end of the known extents; -1 if the position is not in them. */
        long nextData(long position) {
            long from = start;
            for (long length : lengths) {
                long to = from + Math.abs(length);
                if (position < to && position >= start && length > 0) {
                    return Math.max(position, from);
                }
                from = to;
            }
            return position >= start && position < from ? from : -1;
        }

        long end() {
            long end = start;
            for (long length : lengths) {
                end += Math.abs(length);
            }
            return end;
        }
    }

    private NbdChannel(NbdAddress address, NbdLimits limits, NbdConnection first) {
        this.address = address;
        this.limits = limits;
        export = first.export();
        idle.add(first);
    }

    static NbdChannel open(NbdAddress address) throws IOException {
        return open(address, NbdLimits.USUAL);
    }

    static NbdChannel open(NbdAddress address, NbdLimits limits) throws IOException {
        return new NbdChannel(address, limits, NbdConnection.open(address, limits));
    }

    long sizeBytes() {
        return export.sizeBytes();
    }

    /** The use of a connection. */
    private interface Call<T> {
        T on(NbdConnection connection) throws IOException;
    }

    private <T> T call(Call<T> call) throws IOException {
        NbdConnection connection = take();
        try {
            IOException earlier = failure;
            if (earlier != null) {
                throw new IOException(earlier.getMessage(), earlier);
            }
            for (int attempt = 0; ; attempt++) {
                try {
                    connection = connection == null ? further() : connection;
                    return call.on(connection);
                } catch (NbdConnection.RefusedException e) {
                    throw e;
                } catch (InterruptedIOException e) {
                    close(connection);
                    connection = null;
                    throw e;
                } catch (IOException e) {
                    close(connection);
                    connection = null;
                    if (e instanceof NbdSocket.TooSlowException) {
                        failure = e;
                        throw e;
                    }
                    if (attempt > 0) {
                        String reason = e.getMessage() == null ? "it ends the connection" : e.getMessage();
                        failure = new IOException("the server cannot be reached any more: " + reason, e);
                        throw new IOException(failure.getMessage(), e);
                    }
                }
            }
        } finally {
            putBack(connection);
        }
    }

    private static void close(@Nullable NbdConnection connection) throws IOException {
        if (connection != null) {
            connection.close();
        }
    }

    /**
     * A further connection.
     *
     * @throws NbdConnection.RefusedException if the server has been started with another disk meanwhile
     */
    private NbdConnection further() throws IOException {
        NbdConnection connection = NbdConnection.open(address, limits);
        if (!connection.export().hasDiskOf(export)) {
            connection.close();
            throw new NbdConnection.RefusedException("it changed: the server has another disk than before");
        }
        return connection;
    }

    private synchronized @Nullable NbdConnection take() throws IOException {
        try {
            while (!export.isShared() && isBusy) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        isBusy = true;
        return idle.poll();
    }

    private synchronized void putBack(@Nullable NbdConnection connection) {
        isBusy = false;
        if (connection != null) {
            idle.push(connection);
        }
        notifyAll();
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        if (position >= export.sizeBytes()) {
            return -1;
        }
        int least = export.leastBytes();
        long from = position / least * least;
        long to = Math.min(position + length, export.sizeBytes());
        long end = Math.min((to + least - 1) / least * least, export.sizeBytes());
        int count = (int) Math.min(end - from, export.mostBytes());
        if (from == position && count <= length) {
            return call(connection -> connection.read(from, data, offset, count));
        }
        byte[] whole = new byte[count];
        int read = call(connection -> connection.read(from, whole, 0, count));
        int skip = (int) (position - from);
        int got = (int) Math.min(read - skip, to - position);
        System.arraycopy(whole, skip, data, offset, got);
        return got;
    }

    @Override
    public long nextData(long position) throws IOException {
        long at = position;
        for (int i = 0; i < MAX_QUESTIONS && export.tellsZeros() && at < export.sizeBytes(); i++) {
            Extents known = latest;
            long data = known.nextData(at);
            if (data < 0) {
                known = ask(at);
                data = known.nextData(at);
                if (data < 0) {
                    return at;
                }
            }
            if (data < known.end()) {
                return Math.min(data, export.sizeBytes());
            }
            at = data;
        }
        return Math.min(at, export.sizeBytes());
    }

    private Extents ask(long position) throws IOException {
        int least = export.leastBytes();
        long from = position / least * least;
        int length = (int) Math.min(ASKED_BYTES, export.sizeBytes() - from);
        Extents found = new Extents(from, call(connection -> connection.zeros(from, length)));
        latest = found;
        return found;
    }

    @Override
    public synchronized void close() throws IOException {
        for (NbdConnection connection : idle) {
            connection.close();
        }
        idle.clear();
    }
}
