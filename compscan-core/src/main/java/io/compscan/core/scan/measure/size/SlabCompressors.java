package io.compscan.core.scan.measure.size;

import io.compscan.core.compress.BlockPacker;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.SavedPages;
import io.compscan.core.compress.WeightCodec;
import io.compscan.core.fold.calibrate.BlockSample;
import io.compscan.core.fold.calibrate.QuickBlocks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The compressors of one thread. The requested compressors are built from a few that take wholes. With several schemes, each of these few
 * looks at a range of a slab once.
 *
 * <pre>
 *   deflate:9/128k/shared, quickly ---+--> zstd --> {@link RememberedSizes}
 *   zstd/run=512k --------------------+
 *                                     +--> lz4 ---> {@link RememberedSizes}
 *   lz4 ------------------------------+
 *   nonzero ----------------------+-------> {@link NonZeroBlocks}
 *   entropy ---> {@link RememberedSizes} --+
 * </pre>
 */
public final class SlabCompressors implements AutoCloseable {

    private static final CompressorSpec ENTROPY = CompressorSpec.parse(WeightCodec.ENTROPY);

    private final boolean remembers;
    private final Map<CompressorSpec, Compressor> wholes = new LinkedHashMap<>();
    private final List<RememberedSizes> remembering = new ArrayList<>();
    private final NonZeroBlocks nonZero = new NonZeroBlocks();
    private final List<QuickBlocks> companions = new ArrayList<>();

    private @Nullable BlockPacker packer;

    /** @param remembers whether several schemes size chunks, so that two may ask for the same range */
    public SlabCompressors(boolean remembers) {
        this.remembers = remembers;
    }

    /** Begins a slab. */
    public void begin(byte[] data) {
        for (RememberedSizes sizes : remembering) {
            sizes.begin(data);
        }
        if (wholes.containsKey(NonZeroBlocks.SPEC) || wholes.containsKey(ENTROPY)) {
            nonZero.begin(data);
        }
    }

    /** A compressor that is valid until all are closed; the caller does not close it. */
    public Compressor open(CompressorSpec spec) {
        return spec.open(this::whole);
    }

    /** The pages that a compressor saves; valid until all are closed. */
    public SavedPages savedPages(CompressorSpec spec) {
        return SavedPages.of(spec, this::whole);
    }

    /** The quick companion of a slow compressor that is given a sample of blocks. */
    public QuickBlocks companion(BlockSample sample) {
        QuickBlocks companion = new QuickBlocks(sample, packer());
        companions.add(companion);
        return companion;
    }

    private Compressor whole(CompressorSpec spec) {
        if (spec.equals(BlockPacker.spec())) {
            return packer().sizes();
        }
        return wholes.computeIfAbsent(spec, this::opened);
    }

    private Compressor opened(CompressorSpec spec) {
        if (spec.equals(NonZeroBlocks.SPEC)) {
            return nonZero;
        }
        return remembering(spec.equals(ENTROPY) ? WeightCodec.entropy(nonZero) : spec.open());
    }

    private BlockPacker packer() {
        BlockPacker known = packer;
        if (known == null) {
            known = new BlockPacker(this::remembering);
            packer = known;
        }
        return known;
    }

    private Compressor remembering(Compressor compressor) {
        if (!remembers) {
            return compressor;
        }
        RememberedSizes sizes = new RememberedSizes(compressor);
        remembering.add(sizes);
        return sizes;
    }

    @Override
    public void close() {
        wholes.values().forEach(Compressor::close);
        companions.forEach(QuickBlocks::close);
        if (packer != null) {
            packer.close();
        }
    }
}
