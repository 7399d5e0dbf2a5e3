package io.compscan.core.fold.ledger;

import io.compscan.core.Varint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a recorder as text for a checkpoint: some 12 bytes for each pair, in Base64.
 *
 * <pre>
 *   version | shift | depth
 *   | count | directory ...    parent, 0 for a path | name | files | scanned | zeros
 *   | count | machine ...      name | files | scanned | zeros
 *   | count | account ...      directory | type | machine, 0 for none | group, 8 bytes
 *   | count | pair ...         key, 8 bytes | account | references
 * </pre>
 *
 * <p>Numbers are in groups of seven bits, the lowest first, the top bit set where more follow; names are UTF-8 behind their length. A
 * number from 1 refers to a directory, machine or account.
 */
final class RecorderState {

    private static final int VERSION = 1;
    private static final int MAX_NAME_BYTES = 1 << 24;

    private RecorderState() {}

    static String write(DirectoryTree tree, Machines machines, ChunkSample sample) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new Writer(new DataOutputStream(bytes)).write(tree, machines, sample);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IllegalArgumentException if it is no written state */
    static void read(String saved, DirectoryTree tree, Machines machines, ChunkSample sample) {
        try {
            byte[] bytes = Base64.getDecoder().decode(saved);
            new Reader(new DataInputStream(new ByteArrayInputStream(bytes))).read(tree, machines, sample);
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the journal of the ledger makes no sense", e);
        }
    }

    private record Writer(DataOutputStream out) {

        void write(DirectoryTree tree, Machines machines, ChunkSample sample) throws IOException {
            List<Account> accounts = new ArrayList<>();
            long[] pairCount = new long[1];
            sample.forEach((key, account, references) -> account.setNumber(-1));
            sample.forEach((key, account, references) -> {
                pairCount[0]++;
                if (account.number() < 0) {
                    account.setNumber(accounts.size());
                    accounts.add(account);
                }
            });
            Set<Machine> machinesInUse = new HashSet<>();
            for (Account account : accounts) {
                Machine machine = account.machine();
                if (machine != null) {
                    machinesInUse.add(machine);
                }
            }
            Varint.write(out, VERSION);
            Varint.write(out, sample.shift());
            Varint.write(out, tree.maxDepth());
            List<DirectoryNode> directories =
                    tree.list(() -> accounts.stream().map(Account::directory).iterator());
            Varint.write(out, directories.size());
            for (DirectoryNode directory : directories) {
                DirectoryNode parent = directory.parent();
                Varint.write(out, parent == null ? 0 : parent.number() + 1);
                name(directory.name());
                sums(directory.sums());
            }
            Map<Machine, Integer> machineNumbers = new HashMap<>();
            List<Machine> allMachines = machines.list(machinesInUse);
            Varint.write(out, allMachines.size());
            for (Machine machine : allMachines) {
                machineNumbers.put(machine, machineNumbers.size() + 1);
                name(machine.name());
                sums(machine.sums());
            }
            Varint.write(out, accounts.size());
            for (Account account : accounts) {
                Machine machine = account.machine();
                Varint.write(out, account.directory().number() + 1);
                name(account.type());
                Varint.write(out, machine == null ? 0 : machineNumbers.getOrDefault(machine, 0));
                out.writeLong(account.group());
            }
            Varint.write(out, pairCount[0]);
            sample.forEach((key, account, references) -> {
                out.writeLong(key);
                Varint.write(out, account.number() + 1L);
                Varint.write(out, references);
            });
        }

        private void sums(Sums sums) throws IOException {
            Varint.write(out, sums.fileCount());
            Varint.write(out, sums.scannedBytes());
            Varint.write(out, sums.zeroBytes());
        }

        private void name(String name) throws IOException {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            Varint.write(out, bytes.length);
            out.write(bytes);
        }
    }

    private record Reader(DataInputStream in) {

        void read(DirectoryTree tree, Machines machines, ChunkSample sample) throws IOException {
            if (Varint.read(in) != VERSION) {
                throw new IOException("of another version");
            }
            sample.limit((int) Varint.read(in));
            tree.limitDepth((int) Varint.read(in));
            List<DirectoryNode> directories = new ArrayList<>();
            for (long left = Varint.read(in); left > 0; left--) {
                int parent = (int) Varint.read(in);
                String name = name();
                DirectoryNode directory = parent == 0 ? tree.root(name) : tree.child(directories.get(parent - 1), name);
                directory.add(Varint.read(in), Varint.read(in), Varint.read(in));
                directories.add(directory);
            }
            List<Machine> known = new ArrayList<>();
            for (long left = Varint.read(in); left > 0; left--) {
                Machine machine = machines.named(name());
                machine.sums().add(Varint.read(in), Varint.read(in), Varint.read(in));
                known.add(machine);
            }
            List<Account> accounts = new ArrayList<>();
            for (long left = Varint.read(in); left > 0; left--) {
                DirectoryNode directory = directories.get((int) Varint.read(in) - 1);
                String type = name();
                int number = (int) Varint.read(in);
                @Nullable Machine machine = number == 0 ? null : known.get(number - 1);
                accounts.add(new Account(directory, type, machine, in.readLong()));
            }
            for (long left = Varint.read(in); left > 0; left--) {
                long key = in.readLong();
                sample.add(key, accounts.get((int) Varint.read(in) - 1), Varint.read(in));
            }
        }

        private String name() throws IOException {
            long length = Varint.read(in);
            if (length > MAX_NAME_BYTES) {
                throw new IOException("a name of " + length + " bytes");
            }
            return new String(in.readNBytes((int) length), StandardCharsets.UTF_8);
        }
    }
}
