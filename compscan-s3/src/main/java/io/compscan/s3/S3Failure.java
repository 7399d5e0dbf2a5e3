package io.compscan.s3;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.InvalidObjectStateException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tells in one line for a person why a store gave no answer, or which answer it gave. An answer has a status, and a document with a code (Amazon S3
 * API Reference, "Error responses").
 */
final class S3Failure {

    static final String CHANGED = "it changed: another object has taken its place since it was listed";

    private static final int MOVED = 301;
    private static final int MOVED_FOR_NOW = 307;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int OTHER_VERSION = 412;
    private static final int NO_SUCH_RANGE = 416;

    private S3Failure() {}

    /** The failure of a request for the object or place of this name. */
    static IOException of(String name, SdkException e) {
        return e instanceof S3Exception answer ? ofAnswer(name, answer) : ofClient(e);
    }

    private static IOException ofAnswer(String name, S3Exception e) {
        AwsErrorDetails details = e.awsErrorDetails();
        String code = details == null || details.errorCode() == null ? "" : details.errorCode();
        if (code.equals("NoSuchBucket")) {
            return new IOException("there is no such bucket", e);
        }
        if (e instanceof InvalidObjectStateException archived) {
            String storageClass = archived.storageClassAsString();
            String where = storageClass == null ? "" : " as " + PathName.of(storageClass);
            return new IOException("it is archived" + where + "; restore it, then scan again", e);
        }
        switch (e.statusCode()) {
            case NOT_FOUND -> {
                NoSuchFileException gone = new NoSuchFileException(name);
                gone.initCause(e);
                return gone;
            }
            case OTHER_VERSION, NO_SUCH_RANGE -> {
                return new IOException(CHANGED, e);
            }
            default -> {
                String reason = reason(e.statusCode(), code, details);
                return new IOException((reason.isEmpty() ? "" : reason + ": ") + answer(e.statusCode(), code), e);
            }
        }
    }

    private static String answer(int status, String code) {
        return "the store answers " + status + (code.isEmpty() ? "" : " " + PathName.of(code));
    }

    /** The cause for the user, by the code of the answer; empty if there is no more to say. */
    private static String reason(int status, String code, @Nullable AwsErrorDetails details) {
        return switch (code) {
            case "ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired" -> "the credentials have expired";
            case "InvalidAccessKeyId", "InvalidToken", "SignatureDoesNotMatch" ->
                "the store does not accept the credentials";
            case "RequestTimeTooSkewed", "RequestExpired" -> "the clocks of this machine and of the store differ";
            case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed" ->
                "the bucket lies in another region" + region(details);
            case "SlowDown", "ServiceUnavailable", "RequestLimitExceeded" ->
                "the store is overloaded, also after " + S3Store.MAX_ATTEMPTS + " requests";
            default -> ofStatus(status, details);
        };
    }

    private static String ofStatus(int status, @Nullable AwsErrorDetails details) {
        return switch (status) {
            case FORBIDDEN -> "permission denied";
            case MOVED, MOVED_FOR_NOW -> "the bucket lies in another region" + region(details);
            default -> "";
        };
    }

    private static String region(@Nullable AwsErrorDetails details) {
        SdkHttpResponse response = details == null ? null : details.sdkHttpResponse();
        String region = response == null
                ? ""
                : response.firstMatchingHeader("x-amz-bucket-region").orElse("");
        return region.isEmpty() ? "" : ", " + PathName.of(region) + "; AWS_REGION names it";
    }

    private static IOException ofClient(SdkException e) {
        String text = String.valueOf(e.getMessage());
        if (text.contains("credentials")) {
            return new IOException(
                    "there are no credentials; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name them, or AWS_PROFILE does",
                    e);
        }
        if (e instanceof ApiCallTimeoutException) {
            return new IOException("the store sends no whole answer, however often it is asked", e);
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof WholeAnswers.WrongAnswerException) {
            return new IOException(root.getMessage(), e);
        }
        if (root instanceof NumberFormatException) {
            return new IOException("the store lists a size that is no number", e);
        }
        String reason = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return new IOException("the store cannot be reached: " + reason, e);
    }
}
