package io.compscan.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A store of one object; each connection has one answer. */
final class OneObject implements AutoCloseable {

    static final int SIZE = 1000;
    static final byte[] OBJECT = new byte[SIZE];
    static final Instant MODIFIED = Instant.parse("2015-10-21T07:28:00Z");
    static final String ETAG = "\"abc\"";
    private static final Pattern RANGE = Pattern.compile("(?i)range: bytes=(\\d+)-(\\d+)");

    static {
        new Random(1).nextBytes(OBJECT);
    }

    /** Makes the answer to a request. */
    interface Answers {
        /**
         * The answer.
         *
         * @param from the first byte of the object that is asked for, 0 if the request is for something else
         * @param to the byte after the last
         */
        byte[] to(int from, int to) throws IOException;
    }

    private final ServerSocket server;
    private final Answers answers;

    OneObject(Answers answers) throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        this.answers = answers;
        Thread thread = new Thread(this::serve, "one-object");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                Matcher range = RANGE.matcher(head(client.getInputStream()));
                byte[] answer = range.find()
                        ? answers.to(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)) + 1)
                        : answers.to(0, 0);
                client.getOutputStream().write(answer);
            } catch (IOException e) {
                // The client has gone.
            }
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int next; (next = in.read()) >= 0; ) {
            head.write(next);
            if (head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                break;
            }
        }
        return head.toString(StandardCharsets.US_ASCII);
    }

    S3Store store() {
        return store(line -> {});
    }

    S3Store store(Consumer<String> notices) {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getLocalPort());
        return S3Store.at(endpoint, LocalStore.CREDENTIALS, Duration.ofMillis(1), Duration.ofSeconds(60), notices);
    }

    S3Unit unit(String etag) throws IOException {
        return new S3Unit(store(), S3Location.parse("s3://data/object"), "object", SIZE, etag, MODIFIED);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** An answer with these lines in its head. */
    static byte[] answer(String head, byte[] body) {
        byte[] lines = head.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(lines, lines.length + body.length);
        System.arraycopy(body, 0, all, lines.length, body.length);
        return all;
    }

    /** These bytes of the object. */
    static byte[] part(int from, int to) {
        String head = "HTTP/1.1 206 Partial Content\nContent-Range: bytes " + from + "-" + (to - 1) + "/" + SIZE
                + "\nLast-Modified: Wed, 21 Oct 2015 07:28:00 GMT\nContent-Length: " + (to - from)
                + "\nETag: " + ETAG + "\nConnection: close\n\n";
        return answer(head, Arrays.copyOfRange(OBJECT, from, to));
    }
}
