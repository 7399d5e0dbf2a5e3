package io.compscan.s3;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** A store in this JVM that checks signatures. */
final class LocalStore implements AutoCloseable {

    static final String KEY = "local-key";
    static final String SECRET = "local-secret";
    static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET));
    static final Duration FIRST_WAIT = Duration.ofMillis(5);

    private final BlobStore blobs;
    private final S3Proxy proxy;
    private final S3Client client;

    LocalStore() throws Exception {
        blobs = BlobStores.create("transient-nio2", new Properties());
        proxy = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V4, KEY, SECRET)
                .build();
        proxy.start();
        client = S3Client.builder()
                .region(Region.US_EAST_1)
                .endpointOverride(endpoint())
                .credentialsProvider(CREDENTIALS)
                .forcePathStyle(true)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                // The JDK keeps up to five idle connections. A PUT fails on each that the server has closed meanwhile.
                .overrideConfiguration(
                        override -> override.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(10)
                                .build()))
                .build();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + proxy.getPort());
    }

    /** The store as compscan sees it. */
    S3Store store() {
        return S3Store.at(endpoint(), CREDENTIALS, FIRST_WAIT);
    }

    void bucket(String name) {
        client.createBucket(request -> request.bucket(name));
    }

    void put(String bucket, String key, byte[] data) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(data));
    }

    void put(String bucket, String key, byte[] data, StorageClass storageClass) {
        client.putObject(
                request -> request.bucket(bucket).key(key).storageClass(storageClass), RequestBody.fromBytes(data));
    }

    /** Uploads an object in parts of this size, but for the last. */
    void putInParts(String bucket, String key, byte[] data, int partBytes) {
        String upload = client.createMultipartUpload(
                        request -> request.bucket(bucket).key(key))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (int at = 0; at < data.length; at += partBytes) {
            int number = parts.size() + 1;
            byte[] part = Arrays.copyOfRange(data, at, Math.min(data.length, at + partBytes));
            String etag = client.uploadPart(
                            request -> request.bucket(bucket)
                                    .key(key)
                                    .uploadId(upload)
                                    .partNumber(number),
                            RequestBody.fromBytes(part))
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
        }
        client.completeMultipartUpload(
                request -> request.bucket(bucket).key(key).uploadId(upload).multipartUpload(done -> done.parts(parts)));
    }

    void remove(String bucket, String key) {
        client.deleteObject(request -> request.bucket(bucket).key(key));
    }

    /** Puts all files below a directory. */
    void put(String bucket, String prefix, Path directory) throws Exception {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(directory)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            put(bucket, prefix + directory.relativize(file), Files.readAllBytes(file));
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        try {
            proxy.stop();
            blobs.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
