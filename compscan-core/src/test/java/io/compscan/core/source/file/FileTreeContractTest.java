package io.compscan.core.source.file;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class FileTreeContractTest extends SourceContract {

    @TempDir
    Path root;

    @Override
    protected Source source(Map<String, byte[]> files) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return new FileTreeSource(List.of(root), WalkOptions.ALL);
    }

    @Override
    protected void replace(String file, byte[] content) throws IOException {
        Files.write(root.resolve(file), content);
    }

    @Override
    protected void remove(String file) throws IOException {
        Files.delete(root.resolve(file));
    }
}
