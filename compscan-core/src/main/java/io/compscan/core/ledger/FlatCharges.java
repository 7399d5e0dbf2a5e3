package io.compscan.core.ledger;

import io.compscan.core.ledger.Posting.Stored;
import io.compscan.core.result.Ledger.Charge;
import io.compscan.core.result.TypeTotals;
import java.util.ArrayList;
import java.util.List;

/** What groups are charged with none of which lies in another: types, machines. */
record FlatCharges(Estimate estimate, Stored stored) {

    List<Charge> types(List<TypeTotals> types, int layout, GroupSums sums) {
        long[] nonZeroBytes = new long[types.size()];
        for (int i = 0; i < nonZeroBytes.length; i++) {
            TypeTotals type = types.get(i);
            nonZeroBytes[i] = type.scannedBytes() - type.zeroBytes().get(layout);
        }
        long[] attributed = attributed(sums, nonZeroBytes);
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < nonZeroBytes.length; i++) {
            TypeTotals type = types.get(i);
            charges.add(charge(
                    type.extension(),
                    type.fileCount(),
                    type.scannedBytes(),
                    nonZeroBytes[i],
                    attributed[i],
                    estimate,
                    sums,
                    i));
        }
        return charges;
    }

    /** @param sums whose last group is that of all other files */
    List<Charge> machines(List<Machine> machines, GroupSums sums) {
        long[] nonZeroBytes = new long[machines.size() + 1];
        nonZeroBytes[machines.size()] = stored.nonZeroBytes();
        for (int i = 0; i < machines.size(); i++) {
            nonZeroBytes[i] = machines.get(i).sums().nonZeroBytes();
            nonZeroBytes[machines.size()] -= nonZeroBytes[i];
        }
        long[] attributed = attributed(sums, nonZeroBytes);
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < machines.size(); i++) {
            Sums read = machines.get(i).sums();
            charges.add(charge(
                    machines.get(i).name(),
                    read.fileCount(),
                    read.scannedBytes(),
                    nonZeroBytes[i],
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
        return Allocation.of(stored.physicalBytes(), whole, fractions, nonZeroBytes);
    }

    /** The charge of one group, of which all but the reclaimable bytes and the errors is known. */
    static Charge charge(
            String name,
            long fileCount,
            long scannedBytes,
            long nonZeroBytes,
            long attributedBytes,
            Estimate estimate,
            GroupSums sums,
            int group) {
        long least = estimate.least(nonZeroBytes);
        long most = estimate.most(nonZeroBytes);
        long held = sums.held(group);
        double heldSquares = sums.heldSquares(group);
        long reclaimableBytes = Math.min(attributedBytes, Math.max(least, estimate.rounded(held)));
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
