package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of members of the families, in lists and alone. */
class ProfileFamilyTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "zfs:record=16k | zfs:record=16k,compress=lz4,dedup=off",
                "zfs:dedup=on,record=1m,compress=zstd-9 | zfs:record=1m,compress=zstd-9,dedup=on",
                "zfs:RECORD=128K , raidz2=6 | zfs:record=128k,compress=lz4,dedup=off,raidz2=6",
                "zfs:zvol=16k,mirror=2,ashift=9 | zfs:zvol=16k,compress=lz4,dedup=off,ashift=9,mirror=2",
                "zfs:special=32k,specialmirror=2 | zfs:record=128k,compress=lz4,dedup=off,special=32k,specialmirror=2",
                "zfs:raidz1=3,special=0 | zfs:record=128k,compress=lz4,dedup=off,raidz1=3,special=0",
                "zfs:record=16384 | zfs:record=16k,compress=lz4,dedup=off",
                "vdo,zfs:record=16k,compress=off,borg | vdo;zfs:record=16k,compress=off,dedup=off;borg",
                "zfs:record=4k,zfs:record=16m | zfs:record=4k,compress=lz4,dedup=off;zfs:record=16m,compress=lz4,dedup=off",
                "zfs,zfs-lz4-128k | zfs;zfs-lz4-128k",
                "vdo:index=1g | vdo:index=1g,sparse=off",
                "vdo:sparse=on,index=.5G | vdo:index=0.5g,sparse=on",
                "vdo:sparse=on | vdo:index=0.25g,sparse=on",
                "vdo:index=256m | vdo:index=0.25g,sparse=off",
                "vdo:flush=1024K | vdo:index=0.25g,sparse=off,flush=1m",
                "vdo:flush=512k,index=1g | vdo:index=1g,sparse=off,flush=512k",
                "vdo,vdo:index=0.75g,sparse=on,zfs:record=16k,borg"
                        + " | vdo;vdo:index=0.75g,sparse=on;zfs:record=16k,compress=lz4,dedup=off;borg",
                "ceph:blob=8k | ceph:compress=lz4,blob=8k",
                "ceph:alloc=4k,compress=ZSTD | ceph:compress=zstd,blob=64k",
                "ceph:alloc=64k,blob=64k,compress=off | ceph:compress=off,blob=128k,alloc=64k",
                "ceph,ceph-lz4,ceph:blob=4m,alloc=16k,vdo | ceph;ceph-lz4;ceph:compress=lz4,blob=4096k,alloc=16k;vdo",
            })
    void lists(String list, String expected) {
        assertThat(Profiles.parse(list)).extracting(Profile::name).isEqualTo(List.of(expected.split(";")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "zfs:special=2k | \"zfs:special=2k: special: '2k' is not a power of two from 4k to 1m, or 0\"",
                "zfs:specialmirror=2 | \"zfs:specialmirror=2: specialmirror needs special\"",
                "zfs:recrd=16k | \"zfs:recrd=16k: 'recrd' is no parameter; did you mean record\"",
                "zfs: | \"zfs:: '' is no parameter\"",
                "zfs:record | \"record needs a value, such as record=128k\"",
                "zfs:record= | \"record needs a value\"",
                "zfs:record=3k | \"record: '3k' is not a power of two from 4k to 16m\"",
                "zfs:record=32m | \"record: '32m' is not a power of two\"",
                "zfs:record=2k | \"record: '2k' is not a power of two\"",
                "zfs:record=16k,record=16k | \"record is given twice\"",
                "zfs:record=16k,zvol=16k | \"record and zvol exclude each other\"",
                "zfs:compress=lzjb | \"compress: 'lzjb' is not lz4\"",
                "zfs:compress=zstd-20 | \"compress: 'zstd-20' has no such level; they are 1 to 19\"",
                "zfs:compress=gzip-0 | \"compress: 'gzip-0' has no such level; they are 1 to 9\"",
                "zfs:compress=lz4-2 | \"compress: 'lz4-2' has no such level\"",
                "zfs:dedup=yes | \"dedup: 'yes' is not on or off\"",
                "zfs:ashift=13 | \"ashift: '13' is not 9 or 12\"",
                "zfs:raidz1=1 | \"raidz1: '1' is not a number of disks from 2 to 255\"",
                "zfs:raidz3=3 | \"raidz3: '3' is not a number of disks from 4 to 255\"",
                "zfs:mirror=1 | \"mirror: '1' is not a number of disks from 2 to 16\"",
                "zfs:mirror=2,raidz1=3 | \"mirror and raidz1 exclude each other\"",
                "zfs:raidz4=8 | \"'raidz4' is no parameter\"",
                "vdo,record=16k | \"'record=16k' is a parameter and no profile\"",
                "record=16k | \"'record=16k' is a parameter and no profile\"",
                "vdo:idx=1g | \"vdo:idx=1g: 'idx' is no parameter; did you mean index?\"",
                "vdo: | \"'' is no parameter\"",
                "vdo:sparse | \"sparse needs a value, such as sparse=on\"",
                "vdo:index= | \"index needs a value, such as index=0.25g\"",
                "vdo:sparse=yes | \"sparse: 'yes' is not on or off\"",
                "vdo:flush | \"flush needs a value, such as flush=4m\"",
                "vdo:flush=3m | \"flush: '3m' is not a power of two from 4k to 1024m\"",
                "vdo:flush=2k | \"flush: '2k' is not a power of two from 4k to 1024m\"",
                "vdo:flush=2048m | \"flush: '2048m' is not a power of two from 4k to 1024m\"",
                "vdo:index=1g,index=2g | \"index is given twice\"",
                "vdo:index=0g | \"index: '0g' is not 0.25g, 0.5g, 0.75g or a whole number of GB from 1g to 1024g\"",
                "vdo:index=1.5g | \"index: '1.5g' is not\"",
                "vdo:index=1025g | \"index: '1025g' is not\"",
                "vdo:index=0.2g | \"index: '0.2g' is not\"",
                "borg,index=1g | \"'index=1g' is a parameter and no profile\"",
                "ceph:block=8k | \"ceph:block=8k: 'block' is no parameter; did you mean blob\"",
                "ceph:compress=lzo | \"compress: 'lzo' is not snappy, lz4, zstd, zlib or off\"",
                "ceph:compress=zstd-3 | \"compress: 'zstd-3' is not snappy, lz4, zstd, zlib or off\"",
                "ceph:blob=4k | \"blob: '4k' is not a power of two from 8k to 4096k\"",
                "ceph:blob=48k | \"blob: '48k' is not a power of two\"",
                "ceph:blob=big | \"blob: 'big' is not a power of two\"",
                "ceph:alloc=128k | \"alloc: '128k' is not a power of two from 4k to 64k\"",
                "ceph:blob= | \"blob needs a value, such as blob=8k\"",
                "ceph:blob=8k,blob=8k | \"blob is given twice\"",
                "ceph,blob=8k | \"'blob=8k' is a parameter and no profile; a family with its parameters is zfs:KEY=VALUE or vdo:KEY=VALUE or ceph:KEY=VALUE\"",
            })
    void refuses(String list, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Profiles.parse(list))
                .withMessageContaining(message);
    }

    /** The file of a member is a file like others, and has all that the member has but its name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "zfs:record=16k,compress=zstd-5,dedup=on,raidz2=6",
                "zfs:zvol=16k",
                "vdo:index=2g,sparse=on",
                "vdo:flush=64k",
                "ceph:compress=zlib,blob=8k",
                "ceph:compress=off,alloc=16k",
                "ceph-zstd",
            })
    void theFileOfAMemberCanBeChanged(String name) throws ProfileFormatException {
        Profile read = ProfileFile.parse(Profiles.toml(name).getBytes(StandardCharsets.UTF_8), "mine.toml");
        Profile member = Profiles.named(name);
        assertThat(read.named(member.name())).isEqualTo(member);
        assertThat(read.name()).matches("[a-z0-9-]+");
    }
}
