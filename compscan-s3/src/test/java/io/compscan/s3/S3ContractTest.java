package io.compscan.s3;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import io.compscan.core.source.view.SourceContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class S3ContractTest extends SourceContract {

    private static final String BUCKET = "contract";

    private static LocalStore local;
    private static int sources;
    private String prefix = "";

    @BeforeAll
    static void start() throws Exception {
        local = new LocalStore();
        local.bucket(BUCKET);
    }

    @AfterAll
    static void stop() throws Exception {
        local.close();
    }

    @Override
    protected Source source(Map<String, byte[]> files) throws Exception {
        prefix = "test" + sources++ + "/";
        files.forEach((name, content) -> local.put(BUCKET, prefix + name, content));
        SourceContext all = new SourceContext(List.of(), List.of());
        return S3Source.open(local.store(), S3Location.parse("s3://" + BUCKET + "/" + prefix), all);
    }

    @Override
    protected void replace(String file, byte[] content) {
        local.put(BUCKET, prefix + file, content);
    }

    @Override
    protected void remove(String file) {
        local.remove(BUCKET, prefix + file);
    }
}
