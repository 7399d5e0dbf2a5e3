package io.compscan.core.source;

import java.util.List;

/**
 * A single stream, such as standard input.
 *
 * @param unit the stream
 */
public record StreamSource(StreamUnit unit) implements Source {

    /** A source of one stream of this name. */
    public static StreamSource of(String name, StreamUnit.Opener opener) {
        return new StreamSource(new StreamUnit(name, "", opener));
    }

    @Override
    public List<String> paths() {
        return List.of(unit.name());
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        visitor.unit(unit);
    }
}
