package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.file.FileStatus.Inode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class InodeSetTest {

    /** The same numbers on several file systems, and files known by their paths. */
    @Provide
    Arbitrary<List<Object>> identities() {
        Arbitrary<Object> inodes = Combinators.combine(
                        Arbitraries.of(0L, 1L, -1L, 1L << 40),
                        Arbitraries.longs().between(0, 100))
                .as(Inode::new);
        Arbitrary<Object> paths = Arbitraries.integers().between(0, 9).map(i -> Path.of("file" + i));
        return Arbitraries.oneOf(inodes, paths).list().ofMaxSize(1000);
    }

    @Property(tries = 200)
    void behavesAsAHashSet(@ForAll("identities") List<Object> identities) {
        InodeSet set = new InodeSet();
        Set<Object> model = new HashSet<>();
        for (Object identity : identities) {
            assertThat(set.contains(identity)).isEqualTo(model.contains(identity));
            assertThat(set.add(identity)).isEqualTo(model.add(identity));
        }
        assertThat(model).allMatch(set::contains);
    }
}
