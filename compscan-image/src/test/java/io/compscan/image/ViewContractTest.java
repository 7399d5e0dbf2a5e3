package io.compscan.image;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Members of archives and disks in images are units like others. */
class ViewContractTest {

    private static ViewedSource viewed(Path root) {
        Views views = Views.load().of(EnumSet.of(View.Kind.ARCHIVES, View.Kind.IMAGES));
        return ViewedSource.of(new FileTreeSource(List.of(root), WalkOptions.ALL), views);
    }

    @Nested
    class Tar extends SourceContract {

        @TempDir
        Path root;

        @Override
        protected Source source(Map<String, byte[]> files) throws IOException {
            try (OutputStream out = Files.newOutputStream(root.resolve("all.tar"));
                    TarArchiveOutputStream archive = new TarArchiveOutputStream(out)) {
                for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                    TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                    entry.setSize(file.getValue().length);
                    archive.putArchiveEntry(entry);
                    archive.write(file.getValue());
                    archive.closeArchiveEntry();
                }
            }
            return viewed(root);
        }

        @Override
        protected String nameOf(String file) {
            return "all.tar/" + file;
        }

        @Override
        protected void replace(String file, byte[] content) throws IOException {
            source(Map.of(file, content));
        }

        @Override
        protected void remove(String file) throws IOException {
            Files.delete(root.resolve("all.tar"));
        }
    }

    @Nested
    class Zip extends SourceContract {

        @TempDir
        Path root;

        @Override
        protected Source source(Map<String, byte[]> files) throws IOException {
            try (ZipArchiveOutputStream archive =
                    new ZipArchiveOutputStream(root.resolve("all.zip").toFile())) {
                for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                    ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
                    entry.setMethod(ZipMethod.STORED.getCode());
                    archive.putArchiveEntry(entry);
                    archive.write(file.getValue());
                    archive.closeArchiveEntry();
                }
            }
            return viewed(root);
        }

        @Override
        protected String nameOf(String file) {
            return "all.zip/" + file;
        }

        @Override
        protected void replace(String file, byte[] content) throws IOException {
            source(Map.of(file, content));
        }

        @Override
        protected void remove(String file) throws IOException {
            Files.delete(root.resolve("all.zip"));
        }
    }

    /** Files as images of disks, made by QEMU. */
    @Needs("qemu-img")
    abstract static class Images extends SourceContract {

        private final String format;
        private final String[] options;

        @TempDir
        Path temporary;

        Images(String format, String... options) {
            this.format = format;
            this.options = options;
        }

        private Path image(String file) {
            return temporary.resolve("images").resolve(file + "." + format);
        }

        @Override
        protected Source source(Map<String, byte[]> files) throws Exception {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path raw = Files.write(temporary.resolve("raw"), file.getValue());
                Path image = image(file.getKey());
                Files.createDirectories(image.getParent());
                List<String> command = new ArrayList<>(
                        List.of("qemu-img", "convert", "-f", "raw", "-O", format.equals("vhd") ? "vpc" : format));
                command.addAll(List.of(options));
                command.addAll(List.of(raw.toString(), image.toString()));
                Programs.run(command.toArray());
            }
            return viewed(temporary.resolve("images"));
        }

        @Override
        protected String nameOf(String file) {
            return file + "." + format;
        }

        @Override
        protected int granularityBytes() {
            return 1 << 20;
        }

        @Override
        protected void replace(String file, byte[] content) throws Exception {
            source(Map.of(file, content));
        }

        @Override
        protected void remove(String file) throws IOException {
            Files.delete(image(file));
        }
    }

    @Nested
    class Qcow2 extends Images {
        Qcow2() {
            super("qcow2");
        }
    }

    @Nested
    class CompressedQcow2 extends Images {
        CompressedQcow2() {
            super("qcow2", "-c");
        }
    }

    @Nested
    class Vmdk extends Images {
        Vmdk() {
            super("vmdk");
        }
    }

    @Nested
    class Vhdx extends Images {
        Vhdx() {
            super("vhdx");
        }
    }

    @Nested
    class Vhd extends Images {
        Vhd() {
            super("vhd", "-o", "force_size=on");
        }
    }

    @Nested
    class Vdi extends Images {
        Vdi() {
            super("vdi");
        }
    }
}
