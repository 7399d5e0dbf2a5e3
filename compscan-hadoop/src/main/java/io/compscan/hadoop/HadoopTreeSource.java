package io.compscan.hadoop;

import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.GlobFilter;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.ReadError;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Files and directories of Hadoop file systems, walked as local ones are: depth first, each directory in the order of its names.
 *
 * <p>These file systems know no hard links. Symbolic links are not followed.
 */
public final class HadoopTreeSource implements Source {

    private final List<String> roots;
    private final Configuration hadoop;
    private final GlobFilter filter;

    /** @throws IllegalArgumentException if a glob or a path is malformed */
    public HadoopTreeSource(List<String> roots, WalkOptions options, Configuration hadoop) {
        this.roots = List.copyOf(roots);
        this.hadoop = hadoop;
        filter = new GlobFilter(FileSystems.getDefault(), options);
    }

    @Override
    public List<String> paths() {
        return roots.stream().map(PathName::of).toList();
    }

    @Override
    public Siblings siblings(Unit unit) {
        return unit instanceof HadoopUnit file ? new HadoopSiblings(this, new Path(file.uri())) : Siblings.NONE;
    }

    /**
     * The file at a path, which must lie below a walked path.
     *
     * @param shown the path as the image names it
     */
    HadoopUnit sibling(Path path, String shown) throws IOException {
        String text = path.toString();
        if (roots.stream().noneMatch(root -> text.equals(root) || text.startsWith(root + "/"))) {
            throw new IOException("it names " + shown + ", which lies outside of what is scanned");
        }
        try {
            FileStatus status = path.getFileSystem(hadoop).getFileStatus(path);
            if (!status.isFile()) {
                throw new IOException("it names " + shown + ", which is not a file");
            }
            return unit(status);
        } catch (FileNotFoundException e) {
            throw new IOException("it names " + shown + ", and there is no such file", e);
        }
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        for (String root : roots) {
            Path path = new Path(root);
            try {
                FileSystem fileSystem = path.getFileSystem(hadoop);
                FileStatus status = fileSystem.getFileStatus(path);
                if (status.isDirectory()) {
                    walkTree(fileSystem, status, visitor);
                } else {
                    visitor.unit(unit(status));
                }
            } catch (IOException e) {
                visitor.error(failure(root, e));
            }
        }
    }

    private void walkTree(FileSystem fileSystem, FileStatus root, SourceVisitor visitor) throws InterruptedException {
        String rootText = root.getPath().toString();
        Deque<Path> pending = new ArrayDeque<>(List.of(root.getPath()));
        while (!pending.isEmpty() && !visitor.isStopped()) {
            Path directory = pending.pop();
            visitor.directory();
            FileStatus[] entries;
            try {
                entries = fileSystem.listStatus(directory);
            } catch (IOException e) {
                visitor.error(failure(directory.toString(), e));
                continue;
            }
            Arrays.sort(entries);
            Deque<Path> children = new ArrayDeque<>();
            for (FileStatus entry : entries) {
                java.nio.file.Path relative = java.nio.file.Path.of(
                        entry.getPath().toString().substring(rootText.length()).replaceFirst("^/+", ""));
                boolean accepts =
                        entry.isDirectory() ? filter.acceptsDirectory(relative) : filter.acceptsFile(relative);
                if (entry.isSymlink()) {
                    visitor.skipped(Skip.SYMLINK);
                } else if (!accepts) {
                    visitor.skipped(Skip.EXCLUDED);
                } else if (entry.isDirectory()) {
                    children.push(entry.getPath());
                } else {
                    visitor.unit(unit(entry));
                }
            }
            children.forEach(pending::push);
        }
    }

    private HadoopUnit unit(FileStatus status) {
        Path path = status.getPath();
        return new HadoopUnit(path.toString(), path.getName(), status.getLen(), status.getModificationTime(), hadoop);
    }

    private static ReadError failure(String uri, IOException e) {
        return ReadErrors.ofListing(PathName.of(uri), HadoopFailure.of(uri, e));
    }
}
