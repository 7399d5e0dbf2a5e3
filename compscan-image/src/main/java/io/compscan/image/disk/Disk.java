package io.compscan.image.disk;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Placed.Piece;
import java.io.IOException;
import java.util.List;

/** A disk as its guest sees it. Several threads may read it at once. To close it is left to the {@link ImageChain} that opened it. */
public interface Disk extends UnitChannel {

    /** Its size in bytes. */
    long sizeBytes();

    /** Where its bytes lie, as {@link io.compscan.core.source.view.Placed#pieces} tells it; none where nobody asks. */
    default List<Piece> pieces(int most) throws IOException {
        return List.of();
    }

    @Override
    default void close() {}
}
