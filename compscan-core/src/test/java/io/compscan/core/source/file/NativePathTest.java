package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.RawNames;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NativePathTest {

    /** ASCII names, which take the short way, and names of any bytes but the two that no name has. */
    @Provide
    Arbitrary<byte[]> names() {
        Arbitrary<byte[]> ascii = Arbitraries.bytes()
                .between((byte) 'a', (byte) 'z')
                .array(byte[].class)
                .ofMinSize(1)
                .ofMaxSize(40);
        Arbitrary<byte[]> any = Arbitraries.bytes()
                .filter(b -> b != 0 && b != '/' && b != '.')
                .array(byte[].class)
                .ofMinSize(1)
                .ofMaxSize(40);
        return Arbitraries.oneOf(ascii, any);
    }

    @Property(tries = 2000)
    void endsThePathsBytesWithAZero(@ForAll("names") byte[] name) {
        Path path = RawNames.in(Path.of("/somewhere"), name);
        Path relative = Path.of("/somewhere").relativize(path);
        byte[] terminated = Arrays.copyOf(name, name.length + 1);
        assertThat(NativePath.terminatedLastName(path)).isEqualTo(terminated);
        assertThat(NativePath.terminatedLastName(relative)).isEqualTo(terminated);
        assertThat(NativePath.terminated(relative)).isEqualTo(terminated);
    }
}
