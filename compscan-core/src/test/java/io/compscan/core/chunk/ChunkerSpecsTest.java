package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkerSpecsTest {

    /** What has an equals sign belongs to the chunker before it; a name says what differs from the defaults. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "4k | fixed:4096",
                "4k,8k,fixed:128k | fixed:4096 fixed:8192 fixed:131072",
                "FIXED:4k | fixed:4096",
                "128K,Files=Apart,4k | fixed:131072,files=apart fixed:4096",
                "16m,files=whole | fixed:16777216,files=whole",
                "fastcdc:16k,min=4k,max=64k,nc=2 | fastcdc:16384,max=65536",
                "fastcdc:16k,min=4k,max=128k,nc=2,seed=0 | fastcdc:16384",
                "fastcdc:16k,nc=1,4k,RABIN:8k,MIN=1k | fastcdc:16384,nc=1 fixed:4096 rabin:8192,min=1024",
                "rabin:4k,window=32,poly=0x145c2b6a1,min=1k | rabin:4096,window=32,poly=0x145c2b6a1",
                "rabin:8k,poly=0xbfe6b8a5bf378d83,window=48,value=0x78 | rabin:8192",
                "rabin:1m,min=512k,window=64,poly=0x3da3358b4dc173,value=0 |"
                        + " rabin:1048576,min=524288,window=64,poly=0x3da3358b4dc173,value=0",
                "gear:8k,seed=0xffffffffffffffff | gear:8192,seed=18446744073709551615",
                "buzhash:2m,min=512k,max=8m | buzhash:2097152",
                "buzhash:64k,seed=4294967295 | buzhash:65536,seed=4294967295",
                "casync:64k,min=16k,max=256k | casync:65536",
                "casync:40000,min=1000 | casync:40000,min=1000",
                "pxar:4m,min=1m,max=16m | pxar:4194304",
                "kopia:4m,min=2m,max=8m | kopia:4194304",
                "kopia:1m,min=64 | kopia:1048576,min=64",
                "ae:10000 | ae:10000",
                "ae:8k,min=6k,max=9k | ae:8192,min=6144,max=9216",
                "ram:8k,min=8000 | ram:8192,min=8000",
                "gear:16m | gear:16777216"
            })
    void parses(String text, String names) {
        String parsed = ChunkerSpecs.parse(text).stream().map(Chunker::name).collect(Collectors.joining(" "));
        assertThat(parsed).isEqualTo(names);
        assertThat(ChunkerSpecs.parse(parsed.replace(' ', ','))).isEqualTo(ChunkerSpecs.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "4kb | '4kb' is 4000 bytes; write 4k for 4096 bytes, or the number of bytes without a unit",
                "fixed:1 MB | 'fixed:1 MB' is 1000000 bytes; write 1m for 1048576 bytes, or the number of bytes"
                        + " without a unit",
                "fastcdc:8k,min=16k | 'fastcdc:8k,min=16k': min must not be above the average",
                "fastcdc:8k,min=32 | 'fastcdc:8k,min=32': min must be 64 or more",
                "fastcdc:8k,max=4k | 'fastcdc:8k,max=4k': max must not be below the average",
                "fastcdc:9000 | 'fastcdc:9000': the average must be a power of two",
                "fastcdc:8k,nc=4 | 'fastcdc:8k,nc=4': nc must be 0, 1, 2 or 3",
                "fastcdc:16m,nc=2 | 'fastcdc:16m,nc=2': there is no mask for this average and nc; a smaller one of"
                        + " either will do",
                "gear:8k,max=65m | 'gear:8k,max=65m': max must not be above 64m",
                "gear:256 | 'gear:256': the average must be 512 or more",
                "gear:8k,min=63 | 'gear:8k,min=63': min must not be below the window of 64 bytes",
                "gear:8k,nc=2 | 'gear:8k,nc=2': 'nc' is no parameter of gear, which has min, max, seed",
                "gear:8k,min=4k,min=2k | 'gear:8k,min=4k,min=2k': min is given twice",
                "rabin:8k,poly=0x145c2b6a0 | 'rabin:8k,poly=0x145c2b6a0': poly must be irreducible over GF(2)",
                "rabin:8k,poly=0x11b | 'rabin:8k,poly=0x11b': poly has too small a degree for this average",
                "rabin:8k,poly=7 | 'rabin:8k,poly=7': poly must be of degree 8 or more: the leading 1 is part of it, as"
                        + " in 0x145c2b6a1",
                "rabin:8k,poly=zz | 'rabin:8k,poly=zz': poly=zz is not a number below 2^64, decimal or hexadecimal as"
                        + " in 0x145c2b6a1",
                "rabin:8k,value=8192 | 'rabin:8k,value=8192': value must lie within the mask, the bits below the average",
                "rabin:8k,window=15 | 'rabin:8k,window=15': window must be 16 to 256 bytes",
                "buzhash:1k | 'buzhash:1k': max must be above min and the window of 4095 bytes together",
                "buzhash:2m,seed=4294967296 | 'buzhash:2m,seed=4294967296': seed must be below 2^32",
                "ae:8k,min=1k | 'ae:8k,min=1k': min must not be below the window of 4771 bytes",
                "casync:16m | 'casync:16m': the average must not be above 8m",
                "casync:64k,min=47 | 'casync:64k,min=47': min must not be below the window of 48 bytes",
                "casync:64k,window=64 | 'casync:64k,window=64': 'window' is no parameter of casync, which has min, max",
                "pxar:5000 | 'pxar:5000': the average must be a power of two",
                "pxar:64k,min=63 | 'pxar:64k,min=63': min must not be below the window of 64 bytes",
                "kopia:5000 | 'kopia:5000': the average must be a power of two",
                "kopia:64k,min=63 | 'kopia:64k,min=63': min must not be below the window of 64 bytes",
                "ram:512 | 'ram:512': the average must be 1024 or more",
                "foo:8k | 'foo:8k': there is no algorithm 'foo'; there are fixed, rabin, gear, fastcdc, buzhash, casync, pxar, kopia, ae, ram",
                "min=4k,gear:8k | 'min=4k' belongs behind a chunker, as in fastcdc:16k,min=4k",
                "fixed:8k,max=1m | 'fixed:8k,max=1m': fixed chunks have no parameter but files=apart or files=whole, and behind it extents=whole",
                "8k,max=1m,files=apart | '8k,max=1m,files=apart': fixed chunks have no parameter but files=apart or files=whole, and behind it extents=whole",
                "fixed,files=apart | 'fixed' needs the size of its chunks, such as fixed:16k",
                "gear: | 'gear:': '' is not a size; write bytes or a unit, such as 4096, 4k, 1.5g, 100MiB (k = KiB ="
                        + " 1024, KB = 1000)"
            })
    void refusesAndSaysWhichRuleIsBroken(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkerSpecs.parse(text))
                .withMessage(message);
    }
}
