package io.compscan.map;

import java.util.Arrays;
import java.util.Random;

/** Numbers turned into keys: what a digest gives and what it never should. */
enum KeyShape {
    UNIFORM {
        @Override
        void fill(int number, byte[] key) {
            new Random(number).nextBytes(key);
        }
    },
    SEQUENTIAL {
        @Override
        void fill(int number, byte[] key) {
            putLow(number, key);
        }
    },
    SEQUENTIAL_FROM_THE_TOP {
        @Override
        void fill(int number, byte[] key) {
            Arrays.fill(key, (byte) 0xff);
            putLow(-1 - number, key);
        }
    },
    SAME_PREFIX {
        @Override
        void fill(int number, byte[] key) {
            Arrays.fill(key, (byte) 0x5a);
            putLow(number * 0x9E3779B1, key);
        }
    },
    /** All zeros, all ones, and single bits: the deepest paths there are. */
    SINGLE_BITS {
        @Override
        void fill(int number, byte[] key) {
            int bits = 8 * key.length;
            int one = number % bits;
            int other = number / bits % bits;
            Arrays.fill(key, number / bits / bits % 2 == 0 ? (byte) 0 : (byte) 0xff);
            key[one / 8] ^= (byte) (0x80 >> (one % 8));
            key[other / 8] ^= (byte) (0x80 >> (other % 8));
        }
    },
    /** Pairs that differ in the last bit only. */
    LAST_BIT {
        @Override
        void fill(int number, byte[] key) {
            new Random(number >> 1).nextBytes(key);
            key[key.length - 1] = (byte) (number & 1);
        }
    },
    /** Uniform but for the first bytes: one shard, one corner of it. */
    ONE_CORNER {
        @Override
        void fill(int number, byte[] key) {
            new Random(number * 31L).nextBytes(key);
            key[0] = (byte) 0xff;
            key[1] = (byte) 0xff;
            key[2] = (byte) 0xff;
        }
    };

    abstract void fill(int number, byte[] key);

    byte[] key(int number, int keyBytes) {
        byte[] key = new byte[keyBytes];
        fill(number, key);
        return key;
    }

    private static void putLow(int value, byte[] key) {
        for (int i = 0; i < Integer.BYTES; i++) {
            key[key.length - 1 - i] = (byte) (value >> (8 * i));
        }
    }
}
