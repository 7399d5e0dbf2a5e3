package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.archive.SevenZipDirectory.Entry;
import io.compscan.image.disk.RangeUnit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files in a 7z; links, directories and items that remove files have no bytes. */
final class SevenZipMembers {

    private static final int PIECE_BYTES = 64 << 10;

    private final Unit container;
    private final UnpackBounds bounds;
    private final SevenZipCursors cursors;
    private final MemberList members;

    private SevenZipMembers(Unit container, UnpackBounds bounds) {
        this.container = container;
        this.bounds = bounds;
        cursors = new SevenZipCursors(container, bounds);
        members = new MemberList(container);
    }

    static List<Unit> of(Unit container, UnpackBounds bounds) throws IOException {
        return new SevenZipMembers(container, bounds).all();
    }

    private List<Unit> all() throws IOException {
        SevenZipDirectory directory;
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            directory = SevenZipDirectory.of(bytes, this::header);
        }
        Iterator<Entry> files = directory.files().iterator();
        for (SevenZipBlock block : directory.blocks()) {
            String refusal = refusal(block);
            for (int file = 0; file < block.fileCount(); file++) {
                Entry entry = withBytes(files);
                if (entry.isFile()) {
                    members.add(unit(entry.name(), block, file, refusal));
                }
            }
        }
        while (files.hasNext()) {
            withoutBytes(files.next());
        }
        return members.all();
    }

    /** The next entry that has bytes; the empty files before it become members. */
    private Entry withBytes(Iterator<Entry> files) throws IOException {
        Entry entry = files.next();
        while (!entry.hasBytes()) {
            withoutBytes(entry);
            entry = files.next();
        }
        return entry;
    }

    private void withoutBytes(Entry entry) throws IOException {
        if (entry.isFile()) {
            members.add(stored(entry.name(), 0, 0, -1));
        }
    }

    private @Nullable String refusal(SevenZipBlock block) {
        return block.fits(container.sizeBytes()) ? block.coders().refusal() : "truncated: the archive ends within it";
    }

    private Unit unit(String name, SevenZipBlock block, int file, @Nullable String refusal) {
        long sizeBytes = block.sizeBytes(file);
        if (refusal != null) {
            return new UnreadableMember(
                    MemberName.of(container, name), MemberName.extensionOf(name), sizeBytes, refusal);
        }
        SevenZipBlock.Range packed = block.packed(0);
        boolean isStored = block.coders().isCopy() && block.sizeBytes() <= packed.to() - packed.from();
        if (isStored || sizeBytes == 0) {
            return stored(name, packed.from() + block.start(file), sizeBytes, block.sum(file));
        }
        return new SevenZipUnit(MemberName.of(container, name), MemberName.extensionOf(name), block, file, cursors);
    }

    private Unit stored(String name, long from, long sizeBytes, long sum) {
        RangeUnit stored = new RangeUnit(
                container,
                MemberName.of(container, name),
                MemberName.extensionOf(name),
                sizeBytes,
                RangeUnit.Pieces.one(from, sizeBytes));
        return sum < 0 ? stored : new CheckedUnit(stored, sum);
    }

    private byte[] header(SevenZipBlock block, int mostBytes) throws IOException {
        String refusal = refusal(block);
        if (refusal != null) {
            throw new IOException("its header cannot be read: " + refusal);
        }
        long sizeBytes = block.sizeBytes();
        // Zeros do not count as expansion, and no header is mostly zeros.
        long likelyBytes = Math.max(UnpackBounds.FREE_BYTES, container.sizeBytes() * UnpackBounds.MAX_EXPANSION);
        if (sizeBytes > Math.min(mostBytes, likelyBytes)) {
            throw new IOException("its header of " + sizeBytes + " bytes is larger than the limit");
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE_BYTES];
        SevenZipCursor cursor = new SevenZipCursor(container, block, bounds);
        try {
            while (header.size() < sizeBytes) {
                int length = (int) Math.min(PIECE_BYTES, sizeBytes - header.size());
                cursor.read(piece, length);
                header.write(piece, 0, length);
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw bounds.failure(e);
        } finally {
            cursor.release();
        }
        return header.toByteArray();
    }
}
