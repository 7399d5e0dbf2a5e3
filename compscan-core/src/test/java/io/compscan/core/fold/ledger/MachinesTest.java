package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachinesTest {

    @ParameterizedTest
    @CsvSource({
        // Images of several machines lie side by side.
        "vms/db01.vmdk, vms/db01.vmdk",
        "vms/db02.vmdk, vms/db02.vmdk",
        "vms/db02_1.vmdk, vms/db02_1.vmdk",
        "db01.vmdk, db01.vmdk",
        "/db01.vmdk, /db01.vmdk",
        // Extents and snapshots belong to their disk.
        "vms/db01-flat.vmdk, vms/db01.vmdk",
        "vms/db01-s001.vmdk, vms/db01.vmdk",
        "vms/db01-000002.vmdk, vms/db01.vmdk",
        "vms/db01-000002-sesparse.vmdk, vms/db01.vmdk",
        "vms/db01-12.vmdk, vms/db01-12.vmdk",
        "vms/-flat.VMDK, vms/.VMDK",
        // VMware names the disks of a machine after its directory.
        "ds/web/web.vmdk, ds/web",
        "ds/web/web_1.vmdk, ds/web",
        "ds/web/WEB-disk2.vmdk, ds/web",
        "ds/web/web-000001-delta.vmdk, ds/web",
        "ds/web/web2.vmdk, ds/web/web2.vmdk",
        "web/web.vmdk, web",
        // An OVA is one machine, whatever its disks are called.
        "ds/all.ova/disk1.vmdk, ds/all.ova",
        "ds/all.OVA/disk2.vmdk, ds/all.OVA",
    })
    void aVmdkBelongsToTheMachineThatItsNameTells(String unit, String machine) {
        Machine found = new Machines("/").of(unit, "vmdk");
        assertThat(found).isNotNull().extracting(Machine::name).isEqualTo(machine);
    }

    @ParameterizedTest
    @CsvSource({"qcow2, true", "img, true", "txt, false", "'', false"})
    void anotherImageIsAMachine(String extension, boolean isMachine) {
        Machine found = new Machines("/").of("ds/web/web." + extension, extension);
        assertThat(found == null ? null : found.name()).isEqualTo(isMachine ? "ds/web/web." + extension : null);
    }
}
