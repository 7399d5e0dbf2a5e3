package io.compscan.image.disk;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Placed.Piece;
import java.io.IOException;
import java.util.List;

/** A disk as its guest sees it. Several threads may read it at once. The {@link ImageChain} that opened it closes it. */
public interface Disk extends UnitChannel {

    /** Its size in bytes. */
    long sizeBytes();

    /** The places of its bytes, as in {@link io.compscan.core.source.view.Placed#pieces}; none by default. */
    default List<Piece> pieces(int most) throws IOException {
        return List.of();
    }

    @Override
    default void close() {}
}
