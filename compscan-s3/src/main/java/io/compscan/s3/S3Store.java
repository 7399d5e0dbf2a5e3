package io.compscan.s3;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;

/**
 * The requests to a store. Any thread.
 *
 * <p>If the answer is "slow down", or does not come, the request is repeated, each time after a longer wait. So a request fails after some
 * minutes.
 */
final class S3Store {

    /** How often a request is sent before it fails. */
    static final int MAX_ATTEMPTS = 12;
    /** The lowest status of HTTP. */
    private static final int FIRST_STATUS = 100;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** If a store sends nothing for so long, the connection is lost. If it sends next to nothing, the object is. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

    private static final Region ANY_REGION = Region.US_EAST_1;

    /** Guarded by itself. */
    private static final List<S3Store> SHARED = new ArrayList<>();

    private final S3Client client;
    private final LongAdder requests;
    private final Waits waits;

    /**
     * The times that pass before something is tried again or given up.
     *
     * @param first before the first repetition of a request
     * @param answer the time in which a store sends something
     */
    private record Waits(Duration first, Duration answer) {
        static final Waits USUAL = new Waits(Duration.ofMillis(200), ANSWER_LIMIT);

        /** For a request with its repetitions, up to the end of the head of an answer: 12 lost connections, and the pauses between them. */
        Duration inAll() {
            return answer.multipliedBy(15);
        }
    }

    private S3Store(S3Client client, LongAdder requests, Waits waits) {
        this.client = client;
        this.requests = requests;
        this.waits = waits;
    }

    /**
     * The store that the environment, the system properties and the profile name, as for all tools of AWS.
     *
     * @param notices takes a line where a request is sent again and again
     */
    static S3Store ofEnvironment(Consumer<String> notices) throws IOException {
        try {
            S3ClientBuilder builder = S3Client.builder().region(region());
            return of(
                    namesEndpoint() ? builder.forcePathStyle(true) : builder.crossRegionAccessEnabled(true),
                    Waits.USUAL,
                    notices);
        } catch (SdkException e) {
            throw S3Failure.of("s3", e);
        }
    }

    /** The same store, opened once, because a machine of a cluster opens one object after another. */
    static S3Store shared() throws IOException {
        synchronized (SHARED) {
            if (SHARED.isEmpty()) {
                SHARED.add(ofEnvironment(line -> {}));
            }
            return SHARED.get(0);
        }
    }

    /** The store at an address. */
    static S3Store at(URI endpoint, AwsCredentialsProvider credentials, Duration firstWait) {
        return at(endpoint, credentials, firstWait, ANSWER_LIMIT, line -> {});
    }

    /** The store at an address, which must send something within the limit. */
    static S3Store at(
            URI endpoint,
            AwsCredentialsProvider credentials,
            Duration firstWait,
            Duration answerLimit,
            Consumer<String> notices) {
        return of(
                S3Client.builder()
                        .region(ANY_REGION)
                        .endpointOverride(endpoint)
                        .credentialsProvider(credentials)
                        .forcePathStyle(true),
                new Waits(firstWait, answerLimit),
                notices);
    }

    private static S3Store of(S3ClientBuilder builder, Waits waits, Consumer<String> notices) {
        LongAdder requests = new LongAdder();
        BackoffStrategy backoff = BackoffStrategy.exponentialDelay(waits.first(), LONGEST_WAIT);
        S3Client client = builder.httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT_TIMEOUT)
                        .socketTimeout(waits.answer()))
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.apiCallTimeout(waits.inAll())
                        .addExecutionInterceptor(new Repetitions(requests, notices))
                        .addExecutionInterceptor(new WholeAnswers())
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(MAX_ATTEMPTS)
                                .backoffStrategy(backoff)
                                .throttlingBackoffStrategy(backoff)
                                .circuitBreakerEnabled(false)
                                .retryOnException(S3Store::isIncomplete)
                                .build()))
                .build();
        return new S3Store(client, requests, waits);
    }

    /**
     * Whether an answer broke off within its status, or holds invalid XML or an invalid date, perhaps because it broke off there. The
     * client itself does not repeat such requests.
     */
    private static boolean isIncomplete(Throwable failure) {
        if (failure instanceof SdkServiceException service) {
            // Only a part of "200" has come.
            return service.statusCode() < FIRST_STATUS;
        }
        if (!(failure instanceof SdkClientException)) {
            return false;
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root instanceof XMLStreamException || root instanceof DateTimeParseException;
    }

    /** The region for requests. A private store has none, and a bucket of AWS tells its own. */
    private static Region region() {
        try {
            Region region = DefaultAwsRegionProviderChain.builder().build().getRegion();
            return region == null ? ANY_REGION : region;
        } catch (SdkException e) {
            return ANY_REGION;
        }
    }

    /** Whether the user names a private store. Such stores seldom have a host name for each bucket. */
    private static boolean namesEndpoint() {
        if (System.getenv("AWS_ENDPOINT_URL_S3") != null
                || System.getenv("AWS_ENDPOINT_URL") != null
                || System.getProperty("aws.endpointUrlS3") != null
                || System.getProperty("aws.endpointUrl") != null) {
            return true;
        }
        String profile = ProfileFileSystemSetting.AWS_PROFILE.getStringValueOrThrow();
        return ProfileFile.defaultProfileFile()
                .profile(profile)
                .flatMap(found -> found.property("endpoint_url"))
                .isPresent();
    }

    /** The requests so far, repeated ones included. */
    long requestCount() {
        return requests.sum();
    }

    /** The wait before the first repetition of a request that the client itself does not repeat. */
    Duration firstWait() {
        return waits.first();
    }

    /** The time in which the store sends something. */
    Duration answerLimit() {
        return waits.answer();
    }

    /**
     * The objects whose names begin with the prefix, in the order of their names' bytes.
     *
     * @param pageLength how many objects one request asks for, at most 1000
     */
    Listing list(String bucket, String prefix, int pageLength) {
        return new Listing(
                bucket,
                prefix,
                token -> client.listObjectsV2(ListObjectsV2Request.builder()
                        .bucket(bucket)
                        .prefix(prefix)
                        .maxKeys(pageLength)
                        .continuationToken(token)
                        // Keys may hold characters that XML cannot.
                        .encodingType(EncodingType.URL)
                        .build()));
    }

    /**
     * Asks for the bytes {@code [from, to)} of an object as it was listed.
     *
     * @throws IOException if it is another object by now, or cannot be read
     */
    ResponseInputStream<GetObjectResponse> get(S3Unit unit, long from, long to) throws IOException {
        GetObjectRequest.Builder request = GetObjectRequest.builder()
                .bucket(unit.location().bucket())
                .key(unit.key())
                .range("bytes=" + from + "-" + (to - 1));
        if (!unit.etag().isEmpty()) {
            request.ifMatch(unit.etag());
        }
        try {
            return client.getObject(request.build());
        } catch (SdkException e) {
            throw S3Failure.of(unit.name(), e);
        }
    }
}
