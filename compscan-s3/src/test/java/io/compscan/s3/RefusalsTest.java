package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores that refuse: the line for the user has the status and the code, whenever the refusal comes and wherever it breaks off. */
@Timeout(120)
class RefusalsTest {

    private static byte[] refusal(String status, String code, String more) {
        String body =
                "<?xml version=\"1.0\"?>\n<Error><Code>" + code + "</Code><Message>No.</Message>" + more + "</Error>";
        return OneObject.answer(
                "HTTP/1.1 " + status + " No\nContent-Type: application/xml\nContent-Length: " + body.length()
                        + "\nx-amz-bucket-region: eu-west-3\nConnection: close\n\n",
                body.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] page(String key, boolean isLast) {
        String body = "<?xml version=\"1.0\"?>\n<ListBucketResult><IsTruncated>" + !isLast + "</IsTruncated>"
                + (isLast ? "" : "<NextContinuationToken>next</NextContinuationToken>") + "<Contents><Key>" + key
                + "</Key><Size>1000</Size><ETag>x</ETag></Contents></ListBucketResult>";
        return OneObject.answer(
                "HTTP/1.1 200 OK\nContent-Type: application/xml\nContent-Length: " + body.length()
                        + "\nConnection: close\n\n",
                body.getBytes(StandardCharsets.US_ASCII));
    }

    private static void read(OneObject store) throws Exception {
        try (UnitChannel channel = store.unit("").open()) {
            channel.read(0, new byte[10], 0, 10);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | AccessDenied | permission denied: the store answers 403 AccessDenied",
                "403 | InvalidAccessKeyId | the store does not accept the credentials: the store answers 403 InvalidAccessKeyId",
                "400 | ExpiredToken | the credentials have expired: the store answers 400 ExpiredToken",
                "403 | RequestTimeTooSkewed | the clocks of this machine and of the store differ: the store answers 403 RequestTimeTooSkewed",
                "503 | SlowDown | the store is overloaded, also after 12 requests: the store answers 503 SlowDown",
                "301 | PermanentRedirect | the bucket lies in another region, eu-west-3; AWS_REGION names it: the store answers 301 PermanentRedirect",
                "307 | TemporaryRedirect | the bucket lies in another region, eu-west-3; AWS_REGION names it: the store answers 307 TemporaryRedirect",
                "400 | AuthorizationHeaderMalformed | the bucket lies in another region, eu-west-3; AWS_REGION names it: the store answers 400 AuthorizationHeaderMalformed",
                "500 | InternalError | the store answers 500 InternalError",
                "400 | Odd | the store answers 400 Odd"
            })
    void aRefusalHasItsStatusAndItsCode(String status, String code, String line) throws Exception {
        byte[] answer = refusal(status, code, "");
        try (OneObject store = new OneObject((from, to) -> answer)) {
            assertThatThrownBy(() -> read(store)).hasMessage(line);
            assertThatThrownBy(() -> store.store().list("data", "", 10).next()).hasMessage(line);
        }
    }

    @Test
    void aRefusalWithoutADocumentHasItsStatus() throws Exception {
        byte[] answer = OneObject.answer("HTTP/1.1 403 No\nContent-Length: 0\nConnection: close\n\n", new byte[0]);
        try (OneObject store = new OneObject((from, to) -> answer)) {
            assertThatThrownBy(() -> read(store)).hasMessage("permission denied: the store answers 403");
        }
    }

    /** Then it is asked for again: without its end it would have no code, and a tier no name. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRefusalThatBreaksOffIsAskedForAgain(boolean isChunked) throws Exception {
        byte[] sized = refusal("403", "InvalidObjectState", "<StorageClass>DEEP_ARCHIVE</StorageClass>");
        byte[] whole = isChunked ? chunked(sized) : sized;
        String text = new String(whole, StandardCharsets.US_ASCII);
        AtomicInteger asked = new AtomicInteger();
        for (int length = text.indexOf("\r\n\r\n") + 5; length < whole.length - (isChunked ? 7 : 0); length += 5) {
            int shorter = length;
            asked.set(0);
            try (OneObject store =
                    new OneObject((from, to) -> asked.getAndIncrement() == 0 ? Arrays.copyOf(whole, shorter) : whole)) {
                assertThatThrownBy(() -> read(store))
                        .as("broken off at %d", length)
                        .hasMessage("it is archived as DEEP_ARCHIVE; restore it, then scan again");
                assertThat(asked.get()).as("broken off at %d", length).isEqualTo(2);
            }
        }
    }

    private static byte[] chunked(byte[] sized) {
        String text = new String(sized, StandardCharsets.US_ASCII);
        String body = text.substring(text.indexOf("\r\n\r\n") + 4);
        String head = text.substring(0, text.length() - body.length())
                .replace("Content-Length: " + body.length(), "Transfer-Encoding: chunked");
        return (head + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** What was listed before is read, and the line tells where the list ends. */
    @Test
    void aListingThatIsRefusedOnItsThirdPageKeepsTheOthers() throws Exception {
        byte[] denied = refusal("403", "AccessDenied", "");
        AtomicInteger pages = new AtomicInteger();
        try (OneObject store = new OneObject((from, to) -> {
            if (to > 0) {
                return OneObject.part(from, to);
            }
            return switch (pages.incrementAndGet()) {
                case 1 -> page("first", false);
                case 2 -> page("second", false);
                default -> denied;
            };
        })) {
            S3Source source = S3Source.below(store.store(), S3Location.parse("s3://data/"), StoreFixture.ALL);
            ScanResult result = Scans.scan(source, "4k");
            assertThat(result.totals().scannedBytes()).isEqualTo(2 * OneObject.SIZE);
            assertThat(result.errors()).singleElement().satisfies(error -> {
                assertThat(error.path()).isEqualTo("s3://data");
                assertThat(error.reason())
                        .isEqualTo("the list of objects ends behind s3://data/second: permission denied:"
                                + " the store answers 403 AccessDenied");
            });
        }
    }

    /** The credentials expire after the first stripe. */
    @Test
    void whatWasReadBeforeARefusalStays() throws Exception {
        byte[] expired = refusal("400", "ExpiredToken", "");
        try (OneObject store = new OneObject((from, to) -> from == 0 ? OneObject.part(from, to) : expired);
                UnitChannel channel = store.unit("").open()) {
            channel.beforeStripe(0, 500);
            channel.beforeStripe(500, OneObject.SIZE);
            assertThat(channel.read(0, new byte[500], 0, 500)).isPositive();
            assertThatThrownBy(() -> channel.read(500, new byte[500], 0, 500))
                    .hasMessage("the credentials have expired: the store answers 400 ExpiredToken");
        }
    }
}
