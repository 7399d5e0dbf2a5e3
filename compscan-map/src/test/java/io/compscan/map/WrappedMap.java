package io.compscan.map;

/** A map that does what another one does, but for what it overrides. */
interface WrappedMap extends FingerprintMap {

    FingerprintMap map();

    @Override
    default MapOptions options() {
        return map().options();
    }

    @Override
    default int addAll(EntryBatch batch) {
        return map().addAll(batch);
    }

    @Override
    default boolean callsKeysNewOnce() {
        return map().callsKeysNewOnce();
    }

    @Override
    default long get(byte[] key, int offset, int[] fields) {
        return map().get(key, offset, fields);
    }

    @Override
    default EntryCursor cursor() {
        return map().cursor();
    }

    @Override
    default EntryCursor cursor(int shard) {
        return map().cursor(shard);
    }

    @Override
    default MapStats stats() {
        return map().stats();
    }

    @Override
    default void verify() {
        map().verify();
    }

    @Override
    default void close() {
        map().close();
    }
}
