package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores whose lists lie: what was listed before the lie counts once, and the lie is an error of one line. */
@Timeout(120)
class LyingStoreTest {

    private static final String TOKEN = "<NextContinuationToken>%s</NextContinuationToken>";

    private static String entry(String key, String size) {
        return "<Contents><Key>" + key + "</Key><Size>" + size + "</Size><ETag>x</ETag></Contents>";
    }

    private static String page(String token, String content) {
        return "<ListBucketResult><IsTruncated>" + !token.isEmpty() + "</IsTruncated>"
                + (token.isEmpty() ? "" : TOKEN.formatted(token)) + content + "</ListBucketResult>";
    }

    private static byte[] answer(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return OneObject.answer(
                "HTTP/1.1 200 OK\nContent-Type: application/xml\nContent-Length: " + bytes.length
                        + "\nConnection: close\n\n",
                bytes);
    }

    /** The objects that a walk finds in a store of these pages, by number, and its errors. */
    private record Walked(List<String> names, List<String> errors, int pages) {

        static Walked of(IntFunction<String> pages) throws Exception {
            AtomicInteger asked = new AtomicInteger();
            List<String> names = new ArrayList<>();
            List<String> errors = new ArrayList<>();
            try (OneObject store = new OneObject((from, to) -> answer(pages.apply(asked.getAndIncrement())))) {
                S3Source.below(store.store(), S3Location.parse("s3://data"), StoreFixture.ALL)
                        .walk(new StoreFixture.Found() {
                            @Override
                            public void unit(Unit unit) {
                                names.add(unit.name().substring("s3://data/".length()));
                            }

                            @Override
                            public void error(ReadError error) {
                                errors.add(error.reason());
                            }
                        });
            }
            return new Walked(names, errors, asked.get());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "b | -5 | the store lists s3://data/b with -5 bytes",
                "b | abc | the store lists a size that is no number",
                "b | 18446744073709551616 | the store lists a size that is no number",
                "b | 9223372036854775807 | the store lists s3://data/b with 9223372036854775807 bytes",
                "a | 1 | the store lists s3://data/a behind it, which is not in order",
                "A | 1 | the store lists s3://data/A behind it, which is not in order",
                "'' | 1 | the store lists an object without a name",
            })
    void anEntryThatCannotBeEndsTheList(String key, String size, String reason) throws Exception {
        Walked walked =
                Walked.of(number -> page(number == 0 ? "next" : "", number == 0 ? entry("a", "1") : entry(key, size)));
        assertThat(walked.names).containsExactly("a");
        assertThat(walked.errors).containsExactly("the list of objects ends behind s3://data/a: " + reason);
    }

    @Test
    void aPageThatComesAgainCountsOnce() throws Exception {
        Walked walked = Walked.of(number -> page("same", entry("a", "1") + entry("b", "1")));
        assertThat(walked.names).containsExactly("a", "b");
        assertThat(walked.errors)
                .containsExactly("the list of objects ends behind s3://data/b:"
                        + " the store lists s3://data/a behind it, which is not in order");
        assertThat(walked.pages).isEqualTo(2);
    }

    @Test
    void emptyPagesEnd() throws Exception {
        Walked same = Walked.of(number -> page("same", ""));
        assertThat(same.errors).containsExactly("the store sends the same page again");
        Walked others = Walked.of(number -> page("page" + number, ""));
        assertThat(others.errors).containsExactly("the store sends more than 1000 empty pages in a row");
        assertThat(others.pages).isEqualTo(Listing.MAX_EMPTY_PAGES + 1);
    }

    @Test
    void aListThatGoesOnWithoutAPlaceEnds() throws Exception {
        Walked walked = Walked.of(number ->
                "<ListBucketResult><IsTruncated>true</IsTruncated>" + entry("a", "1") + "</ListBucketResult>");
        assertThat(walked.names).containsExactly("a");
        assertThat(walked.errors)
                .containsExactly("the list of objects ends behind s3://data/a:"
                        + " the store does not say where its list goes on");
    }

    @Test
    void aDeepDocumentIsRefused() throws Exception {
        Walked walked = Walked.of(number -> "<ListBucketResult>" + "<a>".repeat(200_000));
        assertThat(walked.errors).containsExactly("the store sends a document of more than 32 nested elements");
        assertThat(walked.pages).as("it is not asked for again").isEqualTo(1);
    }

    /** Sends a head and then what it is told to, until the client goes. */
    private static ServerSocket endless(String head, byte[] part, long waitMillis) throws IOException {
        ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(
                () -> {
                    while (!server.isClosed()) {
                        try (Socket client = server.accept();
                                OutputStream out = client.getOutputStream()) {
                            out.write(OneObject.answer(head, new byte[0]));
                            while (true) {
                                out.write(part);
                                out.flush();
                                Thread.sleep(waitMillis);
                            }
                        } catch (IOException | InterruptedException e) {
                            // The client has gone.
                        }
                    }
                },
                "endless-store");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static S3Store store(ServerSocket server, Duration limit, List<String> notices) {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getLocalPort());
        return S3Store.at(endpoint, LocalStore.CREDENTIALS, Duration.ofMillis(1), limit, notices::add);
    }

    @Test
    void aPageWithoutEndIsRefused() throws Exception {
        byte[] part = "x".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        try (ServerSocket server = endless("HTTP/1.1 200 OK\nConnection: close\n\n", part, 0)) {
            S3Store store = store(server, Duration.ofSeconds(60), new ArrayList<>());
            assertThatThrownBy(() -> store.list("data", "", 10).next())
                    .hasMessage("the store sends a list of more than 16 MiB on one page");
        }
    }

    @Test
    void anObjectThatDripsIsGivenUp() throws Exception {
        String head = "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-999999/1000000\nContent-Length: 1000000\n"
                + "ETag: " + OneObject.ETAG + "\nConnection: close\n\n";
        try (ServerSocket server = endless(head, new byte[1], 20)) {
            S3Store store = store(server, Duration.ofSeconds(1), new ArrayList<>());
            S3Unit unit = new S3Unit(
                    store,
                    S3Location.parse("s3://data/object"),
                    "object",
                    1_000_000,
                    OneObject.ETAG,
                    OneObject.MODIFIED);
            try (UnitChannel channel = unit.open()) {
                assertThatThrownBy(() -> channel.read(0, new byte[1000], 0, 1000))
                        .hasMessage("the store sends less than 64 KiB in 1 s");
            }
        }
    }

    @Test
    void aHeadThatDripsIsGivenUp() throws Exception {
        try (ServerSocket server = endless("HTTP/1.1 200 OK\nX-Drip: ", new byte[] {'x'}, 20)) {
            S3Store store = store(server, Duration.ofMillis(200), new ArrayList<>());
            assertThatThrownBy(() -> store.list("data", "", 10).next())
                    .hasMessage("the store sends no whole answer, however often it is asked");
        }
    }

    @Test
    void repetitionsAreNotSilent() throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        String refusal = "<Error><Code>InternalError</Code></Error>";
        byte[] answer = OneObject.answer(
                "HTTP/1.1 500 No\nContent-Length: " + refusal.length() + "\nConnection: close\n\n",
                refusal.getBytes(StandardCharsets.US_ASCII));
        try (OneObject server = new OneObject((from, to) -> answer)) {
            S3Store store = server.store(notices::add);
            assertThatThrownBy(() -> store.list("data", "", 10).next())
                    .hasMessage("the store answers 500 InternalError");
        }
        assertThat(notices)
                .containsExactly("the store answers 500; the request goes out again, 4 of " + S3Store.MAX_ATTEMPTS);
    }

    /** Ten entries or pages of any kind: all names that were listed before the first lie come once, and in order. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void anyMixOfLiesEnds(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<String> honest = new ArrayList<>();
        List<String> pages = new ArrayList<>();
        boolean hasLied = false;
        for (int i = 0; i < 10; i++) {
            String key = "key%02d".formatted(i);
            int lie = random.nextInt(12);
            String token = "token" + (random.nextInt(6) == 0 ? 0 : i);
            pages.add(
                    switch (lie) {
                        case 0 -> page(token, entry(key, "-1"));
                        case 1 -> page(token, entry(key, "x"));
                        case 2 -> page(token, entry(key, "1") + entry(key, "1"));
                        case 3 -> page(token, entry("", "1"));
                        case 4 -> page(token, entry("a", "1"));
                        case 5 -> page(token, "<a>".repeat(100) + "</a>".repeat(100));
                        default -> page(token, entry(key, "1"));
                    });
            boolean isLie = lie < 6 && !(lie == 4 && honest.isEmpty() && !hasLied);
            if (!hasLied && (!isLie || lie == 2)) {
                honest.add(lie == 4 ? "a" : key);
            }
            hasLied |= isLie;
        }
        boolean lied = hasLied;
        Walked walked = Walked.of(number -> number < pages.size() ? pages.get(number) : page("", ""));
        assertThat(walked.names).isEqualTo(honest);
        assertThat(walked.errors).hasSize(lied ? 1 : 0);
        assertThat(walked.errors).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
    }
}
