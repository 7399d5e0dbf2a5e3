package io.compscan.s3;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
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
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.paginators.ListObjectsV2Iterable;

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

    private static final Duration FIRST_WAIT = Duration.ofMillis(200);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    /** If a store sends nothing for so long, the connection is lost. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private static final Region ANY_REGION = Region.US_EAST_1;

    /** Guarded by itself. */
    private static final List<S3Store> SHARED = new ArrayList<>();

    private final S3Client client;
    private final LongAdder requests;
    private final Duration firstWait;

    private S3Store(S3Client client, LongAdder requests, Duration firstWait) {
        this.client = client;
        this.requests = requests;
        this.firstWait = firstWait;
    }

    /** The store that the environment, the system properties and the profile name, as for all tools of AWS. */
    static S3Store ofEnvironment() throws IOException {
        try {
            S3ClientBuilder builder = S3Client.builder().region(region());
            return of(
                    namesEndpoint() ? builder.forcePathStyle(true) : builder.crossRegionAccessEnabled(true),
                    FIRST_WAIT);
        } catch (SdkException e) {
            throw S3Failure.of("s3", e);
        }
    }

    /** The same store, opened once, because a machine of a cluster opens one object after another. */
    static S3Store shared() throws IOException {
        synchronized (SHARED) {
            if (SHARED.isEmpty()) {
                SHARED.add(ofEnvironment());
            }
            return SHARED.get(0);
        }
    }

    /** The store at an address. */
    static S3Store at(URI endpoint, AwsCredentialsProvider credentials, Duration firstWait) {
        return of(
                S3Client.builder()
                        .region(ANY_REGION)
                        .endpointOverride(endpoint)
                        .credentialsProvider(credentials)
                        .forcePathStyle(true),
                firstWait);
    }

    private static S3Store of(S3ClientBuilder builder, Duration firstWait) {
        LongAdder requests = new LongAdder();
        BackoffStrategy waits = BackoffStrategy.exponentialDelay(firstWait, LONGEST_WAIT);
        S3Client client = builder.httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT_TIMEOUT)
                        .socketTimeout(READ_TIMEOUT))
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.addExecutionInterceptor(new Counting(requests))
                        .addExecutionInterceptor(new WholeAnswers())
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(MAX_ATTEMPTS)
                                .backoffStrategy(waits)
                                .throttlingBackoffStrategy(waits)
                                .circuitBreakerEnabled(false)
                                .retryOnException(S3Store::isIncomplete)
                                .build()))
                .build();
        return new S3Store(client, requests, firstWait);
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
        return firstWait;
    }

    /**
     * The objects whose names begin with the prefix, in the order of their names' bytes.
     *
     * @param pageLength how many objects one request asks for, at most 1000
     */
    Listing list(String bucket, String prefix, int pageLength) {
        ListObjectsV2Iterable pages = client.listObjectsV2Paginator(ListObjectsV2Request.builder()
                .bucket(bucket)
                .prefix(prefix)
                .maxKeys(pageLength)
                // Keys may hold characters that XML cannot.
                .encodingType(EncodingType.URL)
                .build());
        return new Listing(bucket, prefix, pages);
    }

    /** A listing. One thread. */
    static final class Listing {

        private final String bucket;
        private final String prefix;
        private final ListObjectsV2Iterable pages;
        private @Nullable Iterator<S3Object> objects;
        /** The key of the last object; null before the first. */
        private @Nullable String last;

        private Listing(String bucket, String prefix, ListObjectsV2Iterable pages) {
            this.bucket = bucket;
            this.prefix = prefix;
            this.pages = pages;
        }

        /** The next object; null if there is none. */
        @Nullable S3Object next() throws IOException {
            try {
                Iterator<S3Object> all = objects == null ? pages.contents().iterator() : objects;
                objects = all;
                S3Object next = all.hasNext() ? all.next() : null;
                last = next == null ? last : next.key();
                return next;
            } catch (SdkException e) {
                IOException failure = S3Failure.of(nameOf(prefix), e);
                throw last == null
                        ? failure
                        : new IOException(
                                "the list of objects ends behind " + nameOf(last) + ": " + failure.getMessage(), e);
            }
        }

        private String nameOf(String key) {
            return "s3://" + bucket + "/" + PathName.of(key);
        }
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

    /** Counts what goes over the network. */
    private record Counting(LongAdder requests) implements ExecutionInterceptor {
        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            requests.increment();
        }
    }
}
