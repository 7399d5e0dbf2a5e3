package io.compscan.image.disk;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Head;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One image of a chain while it is opened: the way to its extents and to its parent.
 *
 * <pre>
 *   top.qcow2 -> middle.qcow2 -> base.vmdk        three images, each with its own place for relative names
 *                                  |- base-f001.vmdk, base-f002.vmdk      extents
 * </pre>
 *
 * All images of a chain share the {@link Files} that they have opened.
 */
public final class ImageChain {

    /** No product lets more images lie on each other. */
    static final int MAX_DEPTH = 64;
    /** Each extent keeps a file open. */
    static final int MAX_FILES = 4096;

    /** A format of disk images. Immutable. */
    public interface Format {

        /** Its name, as QEMU has it. */
        String name();

        /** Whether a file looks as if it had this format. */
        boolean probe(Head head);

        /** Extensions of files that are probed even if they are small. */
        default Set<String> extensions() {
            return Set.of();
        }

        /**
         * Opens an image.
         *
         * @param part which part to show, null for the disk as it is now
         * @throws IOException if it cannot be opened; the message is one line for a person
         */
        Opened open(ImageFile file, ImageChain chain, @Nullable String part) throws IOException;
    }

    /**
     * An open image.
     *
     * @param disk the disk
     * @param identity the mark by which a child knows its parent, such as a UUID or a content number; empty if there is none
     */
    public record Opened(Disk disk, String identity) {}

    /** The files that a chain has opened. */
    public static final class Files implements Closeable {

        private final List<UnitChannel> channels = new ArrayList<>();
        private final List<Unit> consumed = new ArrayList<>();
        private int imageCount;

        /** All files but the first. */
        public List<Unit> consumed() {
            return List.copyOf(consumed);
        }

        /** How many images lie on each other. */
        public int imageCount() {
            return imageCount;
        }

        private ImageFile open(Unit unit) throws IOException {
            if (channels.size() == MAX_FILES) {
                throw new IOException("it is made of more than " + MAX_FILES + " files");
            }
            UnitChannel channel = unit.open();
            channels.add(channel);
            return new ImageFile(unit, channel);
        }

        /** Whether one of the files has changed since it was opened. */
        public boolean hasChanged() {
            return channels.stream().anyMatch(UnitChannel::hasChanged);
        }

        @Override
        public void close() throws IOException {
            for (UnitChannel channel : channels) {
                channel.close();
            }
        }
    }

    private final List<Format> formats;
    private final Siblings siblings;
    private final Files files;
    /** The identities of this image and of all images that lie on it. */
    private final Set<Object> identities;

    private ImageChain(List<Format> formats, Siblings siblings, Files files, Set<Object> identities) {
        this.formats = formats;
        this.siblings = siblings;
        this.files = files;
        this.identities = identities;
    }

    /**
     * Opens the image on top of a chain.
     *
     * @param formats the formats that parents may have
     * @param files keeps the opened files, until its owner closes it
     */
    public static Disk open(
            Unit unit, Format format, List<Format> formats, Siblings siblings, Files files, @Nullable String part)
            throws IOException {
        ImageChain chain = new ImageChain(formats, siblings, files, Set.of(unit.identity()));
        files.imageCount++;
        return format.open(files.open(unit), chain, part).disk();
    }

    /** Opens another file of this image. */
    public ImageFile extent(String name) throws IOException {
        Unit unit = siblings.open(name).unit();
        files.consumed.add(unit);
        return files.open(unit);
    }

    /**
     * Opens the image on which this one lies.
     *
     * @param name the parent's name, as this image has it
     * @param formatName the parent's format, {@code raw} for none; null if the file itself must tell it
     * @param isParent whether an image of this identity is the parent
     */
    public Disk parent(String name, @Nullable String formatName, Predicate<String> isParent) throws IOException {
        int consumedBefore = files.consumed.size();
        int imagesBefore = files.imageCount;
        try {
            Opened parent = open(name, formatName);
            if (!isParent.test(parent.identity())) {
                throw new IOException("its parent \"" + PathName.of(name)
                        + "\" is another than that it was made from, or has changed");
            }
            return parent.disk();
        } catch (IOException e) {
            files.consumed.subList(consumedBefore, files.consumed.size()).clear();
            files.imageCount = imagesBefore;
            throw e;
        }
    }

    private Opened open(String name, @Nullable String formatName) throws IOException {
        Sibling found = siblings.open(name);
        Unit unit = found.unit();
        Object identity = unit.identity();
        if (identities.contains(identity)) {
            throw new IOException("its chain of parents leads back to " + unit.name());
        }
        if (identities.size() >= MAX_DEPTH) {
            throw new IOException("more than " + MAX_DEPTH + " images lie on each other");
        }
        List<Object> all = new ArrayList<>(identities);
        all.add(identity);
        files.consumed.add(unit);
        files.imageCount++;
        ImageFile file = files.open(unit);
        Format format = format(file, formatName);
        if (format == null) {
            return new Opened(RawDisk.of(file), "");
        }
        ImageChain below = new ImageChain(formats, found.siblings(), files, Set.copyOf(all));
        try {
            return format.open(file, below, null);
        } catch (IOException e) {
            throw new IOException("its parent " + unit.name() + ": " + e.getMessage(), e);
        }
    }

    private @Nullable Format format(ImageFile file, @Nullable String name) throws IOException {
        if ("raw".equals(name)) {
            return null;
        }
        if (name == null) {
            Head head = Head.of(file.unit(), file.channel());
            return formats.stream()
                    .filter(format -> format.probe(head))
                    .findFirst()
                    .orElse(null);
        }
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "its parent has the format \"" + PathName.of(name) + "\", which is not known here"));
    }
}
