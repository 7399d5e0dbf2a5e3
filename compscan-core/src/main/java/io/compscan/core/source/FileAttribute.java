package io.compscan.core.source;

import java.nio.charset.StandardCharsets;

/** An extended attribute of a file. The arrays are not copied. */
public final class FileAttribute {

    private final byte[] name;
    private final byte[] value;

    /**
     * An attribute.
     *
     * @param name with its class, such as {@code user.}
     * @param value any bytes
     */
    public FileAttribute(byte[] name, byte[] value) {
        this.name = name;
        this.value = value;
    }

    /** The name, with its class. */
    public byte[] name() {
        return name;
    }

    /** The name as a text; bytes that are no UTF-8 are replaced. */
    public String text() {
        return new String(name, StandardCharsets.UTF_8);
    }

    /** The value, any bytes. */
    public byte[] value() {
        return value;
    }

    /** The bytes of both. */
    public int bytes() {
        return name.length + value.length;
    }
}
