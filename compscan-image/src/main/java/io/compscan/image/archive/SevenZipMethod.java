package io.compscan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.ARM64Options;
import org.tukaani.xz.ARMOptions;
import org.tukaani.xz.ARMThumbOptions;
import org.tukaani.xz.DeltaOptions;
import org.tukaani.xz.FilterOptions;
import org.tukaani.xz.IA64Options;
import org.tukaani.xz.LZMA2InputStream;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.PowerPCOptions;
import org.tukaani.xz.RISCVOptions;
import org.tukaani.xz.SPARCOptions;
import org.tukaani.xz.X86Options;

/** The ways in which 7z packs that can be undone, with their numbers (DOC/Methods.txt of 7-Zip). Each has one stream, but BCJ2 has four. */
enum SevenZipMethod {
    COPY(0) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds) {
            return packed;
        }
    },
    LZMA2(0x21) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            int code = properties.length == 1 ? properties[0] & 0xff : MAX_CODE + 1;
            if (code > MAX_CODE) {
                throw new IOException("damaged: the properties of LZMA2");
            }
            long dictionaryBytes = (2L | (code & 1)) << (code / 2 + 11);
            return new LZMA2InputStream(packed, dictionary(dictionaryBytes, sizeBytes, bounds));
        }
    },
    LZMA(0x030101) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            if (properties.length != 1 + Integer.BYTES) {
                throw new IOException("damaged: the properties of LZMA");
            }
            long dictionaryBytes = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                dictionaryBytes |= (properties[1 + i] & 0xffL) << (Byte.SIZE * i);
            }
            LZMAInputStream unpacked = new LZMAInputStream(
                    packed, sizeBytes, properties[0], dictionary(dictionaryBytes, sizeBytes, bounds));
            // libarchive marks the end, though the size is known.
            unpacked.enableRelaxedEndCondition();
            return unpacked;
        }
    },
    DEFLATE(0x040108) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return Unpacking.DEFLATE.unpack(packed, bounds);
        }
    },
    DEFLATE64(0x040109) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return Unpacking.DEFLATE64.unpack(packed, bounds);
        }
    },
    BZIP2(0x040202) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return Unpacking.BZIP2.unpack(packed, bounds);
        }
    },
    DELTA(0x03) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new DeltaOptions(properties.length == 1 ? (properties[0] & 0xff) + 1 : 1));
        }
    },
    BCJ2(0x0303011b) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            throw SevenZipInput.damaged();
        }
    },
    X86(0x04, 0x03030103) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new X86Options());
        }
    },
    POWERPC(0x05, 0x03030205) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new PowerPCOptions());
        }
    },
    IA64(0x06, 0x03030401) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new IA64Options());
        }
    },
    ARM(0x07, 0x03030501) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new ARMOptions());
        }
    },
    ARM_THUMB(0x08, 0x03030701) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new ARMThumbOptions());
        }
    },
    SPARC(0x09, 0x03030805) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new SPARCOptions());
        }
    },
    ARM64(0x0a) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new ARM64Options());
        }
    },
    RISCV(0x0b) {
        @Override
        InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
                throws IOException {
            return filtered(packed, new RISCVOptions());
        }
    };

    private static final long AES = 0x06f10701;
    private static final long PPMD = 0x030401;
    /** The largest code of a size of LZMA2's dictionary; it stands for 4 GiB less a byte. */
    private static final int MAX_CODE = 40;

    private static final int MIN_DICTIONARY_BYTES = 4096;

    private final long number;
    /** The number that older versions write. */
    private final long olderNumber;

    SevenZipMethod(long number) {
        this(number, number);
    }

    SevenZipMethod(long number, long olderNumber) {
        this.number = number;
        this.olderNumber = olderNumber;
    }

    static @Nullable SevenZipMethod of(long number) {
        for (SevenZipMethod method : values()) {
            if (number == method.number || number == method.olderNumber) {
                return method;
            }
        }
        return null;
    }

    /** Why nothing can be read that is packed by a method that is none of these. */
    static String refusal(long number) {
        if (number == AES) {
            return "it is encrypted";
        }
        String name = number == PPMD ? "PPMd" : "method " + Long.toHexString(number);
        return "compressed by " + name + ", which is not supported";
    }

    /**
     * Unpacks; the caller closes the packed bytes.
     *
     * @param sizeBytes what it unpacks to
     */
    abstract InputStream unpack(InputStream packed, byte[] properties, long sizeBytes, UnpackBounds bounds)
            throws IOException;

    private static InputStream filtered(InputStream packed, FilterOptions filter) throws IOException {
        return filter.getInputStream(packed);
    }

    /** The memory for a dictionary. No reference reaches farther back than the first byte. */
    private static int dictionary(long dictionaryBytes, long sizeBytes, UnpackBounds bounds) throws IOException {
        long needed = Math.min(dictionaryBytes, sizeBytes);
        bounds.requireDictionary(needed);
        return (int) Math.max(MIN_DICTIONARY_BYTES, Math.min(needed, LZMAInputStream.DICT_SIZE_MAX));
    }
}
