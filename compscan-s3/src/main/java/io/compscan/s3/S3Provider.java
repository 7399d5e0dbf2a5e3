package io.compscan.s3;

import io.compscan.core.source.Source;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Opens {@code s3:} locations with the endpoint, the region and the credentials of the AWS tools. */
public final class S3Provider implements SourceProvider {

    /** For the service loader. */
    public S3Provider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("s3");
    }

    @Override
    public Source open(List<String> locations, SourceContext context) throws IOException {
        S3Store store = S3Store.ofEnvironment(context.notices());
        List<Source> sources = new ArrayList<>();
        for (String location : locations) {
            sources.add(S3Source.open(store, S3Location.parse(location), context));
        }
        return JoinedSource.of(sources);
    }
}
