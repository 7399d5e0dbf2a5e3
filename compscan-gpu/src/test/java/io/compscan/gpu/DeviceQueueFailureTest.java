package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Any call of a driver may fail: the caller learns of it, and nothing stays open. */
@Needs(also = Pocl.class)
class DeviceQueueFailureTest {

    private static final int SLAB_BYTES = 100_000;

    private static void useAll(Device device) throws AcceleratorException {
        try (Accelerator accelerator = OpenDevice.open(device);
                SlabQueue queue = accelerator.openQueue(
                        SLAB_BYTES,
                        ChunkerSpecs.parse("rabin:8k,gear:8k,fastcdc:8k").stream()
                                .map(chunker -> chunker.candidateRule())
                                .toList())) {
            queue.upload(0, SLAB_BYTES);
            queue.search(0, SLAB_BYTES);
            queue.candidates(0);
            queue.candidates(1);
            ChunkList chunks = new ChunkList();
            chunks.add(0, SLAB_BYTES);
            queue.digest(chunks, new byte[20], new byte[1]);
            queue.finish();
        }
    }

    @Test
    @Slow
    void everyCallMayFail() throws Exception {
        FailingDevice sound = new FailingDevice(Pocl.device(), Integer.MAX_VALUE);
        useAll(sound);
        assertThat(sound.openStreams()).isZero();
        assertThat(sound.calls()).isGreaterThan(35);
        for (int call = 1; call <= sound.calls(); call++) {
            FailingDevice failing = new FailingDevice(Pocl.device(), call);
            assertThatThrownBy(() -> useAll(failing))
                    .as("call %s", call)
                    .isInstanceOf(AcceleratorException.class)
                    .hasMessageContaining("failed with error 42");
            assertThat(failing.calls()).isEqualTo(call);
            assertThat(failing.openStreams()).isZero();
        }
    }

    /** A failure of the driver itself. */
    @Test
    void memoryThatADeviceDoesNotHaveIsRefused() throws Exception {
        try (Context context = Pocl.device().open();
                Stream stream = context.openStream()) {
            assertThatThrownBy(() -> stream.allocate(1L << 60))
                    .isInstanceOf(AcceleratorException.class)
                    .hasMessageContaining("clCreateBuffer failed with error");
        }
    }

    @Test
    void aRuleWithoutCandidatesNeedsNoDevice() throws Exception {
        try (SlabQueue queue = Pocl.accelerator().openQueue(SLAB_BYTES, List.of())) {
            queue.upload(0, 0);
            queue.search(0, 0);
            queue.digest(new ChunkList(), new byte[0], new byte[0]);
        }
    }
}
