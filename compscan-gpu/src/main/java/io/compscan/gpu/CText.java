package io.compscan.gpu;

import java.nio.charset.StandardCharsets;

/** Text as C has it: UTF-8, ending with a zero byte. */
final class CText {

    private CText() {}

    /** The bytes of the text, and a zero byte. */
    static byte[] bytes(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    /** The text before the first zero byte. */
    static String of(byte[] terminated) {
        int length = 0;
        while (length < terminated.length && terminated[length] != 0) {
            length++;
        }
        return new String(terminated, 0, length, StandardCharsets.UTF_8).strip();
    }
}
