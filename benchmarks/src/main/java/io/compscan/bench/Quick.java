package io.compscan.bench;
import io.compscan.map.*;
import java.util.concurrent.ConcurrentHashMap;
public final class Quick {
    public static void main(String[] a) {
        long n = Long.parseLong(a[0]) ; int L = Integer.parseInt(a[1]); int batch = Integer.parseInt(a[2]); int shards = Integer.parseInt(a[3]); int rounds=Integer.parseInt(a[4]);
        MapOptions o = MapOptions.of(20, RecordLayout.of(new RecordLayout.Field("stored", 2))).withMapListSize(L).withShardCount(shards);
        for (int r = 0; r < rounds; r++) {
            double t, h, b, bh, bpe;
            try (FingerprintMap m = FingerprintMap.open(o)) {
                t = run(o, batch, n, m::addAll); bpe = m.stats().bytesPerEntry(); h = run(o, batch, n, m::addAll);
            }
            try (BareTable m = new BareTable(n)) {
                b = run(o, batch, n, x -> {m.addAll(x); return 0;}); bh = run(o, batch, n, x -> {m.addAll(x); return 0;});
            }
            System.out.printf("trie ins %.2f hit %.2f  bare ins %.2f hit %.2f  ratio ins %.2f hit %.2f  %.2f B/e%n", t, h, b, bh, t/b, h/bh, bpe);
        }
    }
    interface Add { int add(EntryBatch b); }
    static double run(MapOptions o, int batch, long n, Add add) {
        EntryBatch b = new EntryBatch(o, batch); KeyStream k = new KeyStream(20);
        long t0 = System.nanoTime();
        for (long i = 0; i < n;) { b.clear(); long e = Math.min(n, i + batch); for (; i < e; i++) b.setField(b.add(k.key(i), 0), 0, (int) i & 0xfff); add.add(b); }
        return n * 1e3 / (System.nanoTime() - t0);
    }
}
