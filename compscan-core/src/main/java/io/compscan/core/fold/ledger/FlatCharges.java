package io.compscan.core.fold.ledger;

import io.compscan.result.Ledger.Charge;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.List;

/** The charges of groups that do not contain each other: types and machines. */
record FlatCharges(Estimate estimate, StoredTotals stored) {

    /** One of the groups, and the sums of its files that were read. */
    private record Group(String name, long fileCount, long scannedBytes, long nonZeroBytes) {}

    List<Charge> types(List<TypeTotals> types, int layout, GroupSums sums) {
        List<Group> groups = new ArrayList<>();
        for (TypeTotals type : types) {
            long nonZeroBytes = type.scannedBytes() - type.zeroBytes().get(layout);
            groups.add(new Group(type.extension(), type.fileCount(), type.scannedBytes(), nonZeroBytes));
        }
        return charges(groups, sums);
    }

    /** @param sums the sums of the groups; the last group has all other files */
    List<Charge> machines(List<Machine> machines, GroupSums sums) {
        List<Group> groups = new ArrayList<>();
        long others = stored.nonZeroBytes();
        for (Machine machine : machines) {
            Sums read = machine.sums();
            groups.add(new Group(machine.name(), read.fileCount(), read.scannedBytes(), read.nonZeroBytes()));
            others -= read.nonZeroBytes();
        }
        groups.add(new Group("", 0, 0, others));
        return charges(groups, sums).subList(0, machines.size());
    }

    private List<Charge> charges(List<Group> groups, GroupSums sums) {
        long[] attributed =
                attributed(sums, groups.stream().mapToLong(Group::nonZeroBytes).toArray());
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < attributed.length; i++) {
            Group group = groups.get(i);
            charges.add(charge(
                    group.name(),
                    group.fileCount(),
                    group.scannedBytes(),
                    group.nonZeroBytes(),
                    attributed[i],
                    estimate,
                    sums,
                    i));
        }
        return charges;
    }

    private long[] attributed(GroupSums sums, long[] nonZeroBytes) {
        long[] whole = new long[nonZeroBytes.length];
        long[] fractions = new long[nonZeroBytes.length];
        for (int i = 0; i < whole.length; i++) {
            long[] scaled = estimate.scaled(sums.shares(i));
            whole[i] = scaled[0];
            fractions[i] = scaled[1];
        }
        return Apportionment.of(stored.physicalBytes(), whole, fractions, nonZeroBytes);
    }

    /** The charge of one group, complete except for the reclaimable bytes and the errors. */
    static Charge charge(
            String name,
            long fileCount,
            long scannedBytes,
            long nonZeroBytes,
            long attributedBytes,
            Estimate estimate,
            GroupSums sums,
            int group) {
        long least = estimate.leastEnd(nonZeroBytes);
        long most = estimate.mostEnd(nonZeroBytes);
        long held = sums.held(group);
        double heldSquares = sums.heldSquares(group);
        long reclaimableBytes =
                Math.min(attributedBytes, Math.max(estimate.least(nonZeroBytes), estimate.rounded(held)));
        return new Charge(
                name,
                fileCount,
                scannedBytes,
                attributedBytes,
                estimate.error(
                        attributedBytes,
                        sums.shares(group),
                        sums.shareSquares(group),
                        sums.shareProducts(group),
                        least,
                        most),
                reclaimableBytes,
                estimate.error(reclaimableBytes, held, heldSquares, heldSquares, least, most));
    }
}
