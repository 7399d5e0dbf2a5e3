package io.compscan.testing.powerloss;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel whose writes are recorded. */
final class RecordedChannel extends FileChannel {

    private final FileChannel channel;
    private final RecordedDisk disk;
    private final int file;
    private final Runnable force;

    RecordedChannel(FileChannel channel, RecordedDisk disk, int file, Runnable force) {
        this.channel = channel;
        this.disk = disk;
        this.file = file;
        this.force = force;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        long position = channel.position();
        ByteBuffer copy = bytes.duplicate();
        int count = channel.write(bytes);
        disk.write(file, position, copy.limit(copy.position() + count));
        return count;
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        ByteBuffer copy = bytes.duplicate();
        int count = channel.write(bytes, position);
        disk.write(file, position, copy.limit(copy.position() + count));
        return count;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        channel.truncate(size);
        disk.truncate(file, size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        force.run();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public long read(ByteBuffer[] buffers, int offset, int length) throws IOException {
        return channel.read(buffers, offset, length);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        channel.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return channel.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return channel.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        channel.close();
    }
}
