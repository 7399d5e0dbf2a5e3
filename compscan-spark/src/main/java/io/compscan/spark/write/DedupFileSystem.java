package io.compscan.spark.write;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.set.HostName;
import io.compscan.core.set.SetWriter;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.core.write.session.WriteSession;
import io.compscan.report.OutputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * The file system {@code sd:}: another file system whose writes are deduplicated on their way.
 *
 * <pre>
 *   fs.sd.impl        this class
 *   fs.sd.target      the file system behind it (file:///): sd:/a/b is /a/b there
 *   fs.sd.mode        tee writes there as well (the default); discard leaves empty files
 *   fs.sd.save        a local directory for fingerprint sets
 *   fs.sd.chunk       chunkings (4k);  fs.sd.compress  compressors (lz4);  both as on the command line, separated by blanks
 * </pre>
 *
 * <p>Hadoop keeps one file system for each JVM and user. It closes the file system at the end of the JVM at the latest. Then the set of all
 * that was written lies in {@code fs.sd.save}. The command {@code compscan merge} puts it together with the sets of other JVMs.
 */
public final class DedupFileSystem extends FileSystem {

    private static final String SCHEME = "sd";
    private static final String DISCARD = "discard";

    private @Nullable FileSystem target;
    private @Nullable WriteSession session;
    private @Nullable SetWriter set;
    private URI uri = URI.create(SCHEME + ":///");
    private boolean discards;
    private Path workingDirectory = new Path("/");

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        uri = URI.create(SCHEME + "://" + (name.getAuthority() == null ? "" : name.getAuthority()) + "/");
        String mode = conf.get("fs.sd.mode", "tee");
        discards = mode.equals(DISCARD);
        if (!discards && !mode.equals("tee")) {
            throw new IOException("fs.sd.mode: " + mode + " is neither tee nor discard");
        }
        String directory = conf.get("fs.sd.save");
        if (directory == null) {
            throw new IOException("fs.sd.save is missing: a local directory for the fingerprint sets");
        }
        try {
            WriteRequest request = measure(conf).writing(uri.toString());
            java.nio.file.Path place = Files.createDirectories(java.nio.file.Path.of(directory))
                    .resolve(String.join("-", HostName.find()) + "-" + UUID.randomUUID() + ".fpr");
            SetWriter writer = SetWriter.create(place, false, request.options().schemes());
            set = writer;
            session = WriteSession.open(request.withChunkVisitors(writer::scheme));
            target = FileSystem.newInstance(URI.create(conf.get("fs.sd.target", "file:///")), conf);
        } catch (OutputException e) {
            throw new IOException("fs.sd.save: " + e.getMessage(), e);
        } catch (IllegalArgumentException | ScanException e) {
            throw new IOException("fs.sd: " + e.getMessage(), e);
        }
    }

    private static Measure measure(Configuration conf) {
        return Measure.defaults()
                .chunk(conf.get("fs.sd.chunk", Measure.DEFAULT_CHUNKING).split(" +", -1))
                .compress(conf.get("fs.sd.compress", Measure.DEFAULT_COMPRESSOR).split(" +", -1));
    }

    private FileSystem target() throws IOException {
        if (target == null) {
            throw new IOException("Filesystem closed");
        }
        return target;
    }

    private WriteSession session() throws IOException {
        if (session == null) {
            throw new IOException("Filesystem closed");
        }
        return session;
    }

    /** The same path in the target. */
    private Path behind(Path path) throws IOException {
        return target().makeQualified(new Path(absolute(path).toUri().getPath()));
    }

    private Path absolute(Path path) throws IOException {
        return path.isAbsolute() ? path : new Path(getWorkingDirectory(), path);
    }

    private FileStatus front(FileStatus status) {
        FileStatus shown = new FileStatus(
                status.getLen(),
                status.isDirectory(),
                status.getReplication(),
                status.getBlockSize(),
                status.getModificationTime(),
                status.getAccessTime(),
                status.getPermission(),
                status.getOwner(),
                status.getGroup(),
                status.getPath());
        shown.setPath(new Path(
                uri.getScheme(), uri.getAuthority(), status.getPath().toUri().getPath()));
        return shown;
    }

    private FSDataOutputStream measured(Path path, FSDataOutputStream stream) throws IOException {
        String name = absolute(path).toUri().getPath().substring(1);
        return new FSDataOutputStream(
                new MeasuredStream(stream, discards, session().open(name)), statistics, stream.getPos());
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return target().open(behind(path), bufferSize);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return measured(
                path,
                target().create(behind(path), permission, overwrite, bufferSize, replication, blockSize, progress));
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        return measured(path, target().append(behind(path), bufferSize, progress));
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return target().rename(behind(from), behind(to));
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return target().delete(behind(path), recursive);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws FileNotFoundException, IOException {
        FileStatus[] found = target().listStatus(behind(path));
        FileStatus[] shown = new FileStatus[found.length];
        for (int i = 0; i < found.length; i++) {
            shown[i] = front(found[i]);
        }
        return shown;
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        workingDirectory = directory;
    }

    @Override
    public Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        return target().mkdirs(behind(path), permission);
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        target().setPermission(behind(path), permission);
    }

    @Override
    public void setTimes(Path path, long modified, long accessed) throws IOException {
        target().setTimes(behind(path), modified, accessed);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return front(target().getFileStatus(behind(path)));
    }

    /** Ends the session and writes its set. */
    @Override
    public synchronized void close() throws IOException {
        try (WriteSession ending = session;
                SetWriter writing = set) {
            session = null;
            set = null;
            if (ending != null) {
                ScanOutcome outcome = ending.finish();
                Objects.requireNonNull(writing, "no set")
                        .finish(outcome.result(), outcome.sums(), HostName.find(), Instant.now());
            }
        } catch (OutputException | ScanException e) {
            throw new IOException("fs.sd.save: " + e.getMessage(), e);
        } finally {
            closeTarget();
            super.close();
        }
    }

    private void closeTarget() throws IOException {
        FileSystem open = target;
        target = null;
        if (open != null) {
            open.close();
        }
    }
}
