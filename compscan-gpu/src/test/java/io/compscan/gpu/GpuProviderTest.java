package io.compscan.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.AcceleratorProvider;
import io.compscan.testing.Needs;
import org.junit.jupiter.api.Test;

class GpuProviderTest {

    @Test
    void isFoundOnTheClassPath() throws Exception {
        AcceleratorProvider provider = AcceleratorProvider.find();
        assertThat(provider).isInstanceOf(GpuProvider.class);
        assertThat(provider.table()).isEqualTo(Devices.find().table());
        assertThatThrownBy(() -> provider.open("nosuch"))
                .isInstanceOf(AcceleratorException.class)
                .hasMessageStartingWith("there is no device 'nosuch' (");
    }

    @Test
    @Needs(also = Pocl.class)
    void opensADeviceByItsName() throws Exception {
        try (Accelerator accelerator = new GpuProvider().open("opencl:0")) {
            assertThat(accelerator.name()).endsWith(" (opencl:0)");
        }
    }
}
