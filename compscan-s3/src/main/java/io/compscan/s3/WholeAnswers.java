package io.compscan.s3;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Fails where an answer broke off, so that the client asks again. Without this, an answer that broke off within its head would have no
 * body, and list no object. An answer that broke off at the beginning of its body would be a failure that the client does not know. A refusal
 * would have no code.
 */
record WholeAnswers() implements ExecutionInterceptor {

    /** Refusals are short; the rest of a longer body is left alone. */
    private static final int MAX_REFUSAL_BYTES = 64 << 10;

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        Optional<InputStream> body = context.responseBody();
        if (!context.httpResponse().isSuccessful()) {
            return body.map(refusal -> whole(context.httpResponse(), refusal));
        }
        // For the bytes of objects, a further request goes on where they broke off.
        return context.request() instanceof ListObjectsV2Request ? body.map(Body::new) : body;
    }

    @Override
    public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
        if (context.response() instanceof ListObjectsV2Response page && page.isTruncated() == null) {
            throw brokenOff(new EOFException("the connection ended within the head of an answer"));
        }
    }

    /** The body of a refusal, read to its end: as many bytes as its head says, or else up to the end of a document. */
    private static InputStream whole(SdkHttpResponse response, InputStream refusal) {
        byte[] bytes;
        try {
            bytes = refusal.readNBytes(MAX_REFUSAL_BYTES);
        } catch (IOException e) {
            throw brokenOff(e);
        }
        String length = response.firstMatchingHeader("Content-Length").orElse("");
        String text = new String(bytes, StandardCharsets.UTF_8).strip();
        boolean isShort = length.isEmpty()
                ? !text.isEmpty() && !text.endsWith(">")
                : bytes.length < MAX_REFUSAL_BYTES && !length.equals(Integer.toString(bytes.length));
        if (isShort) {
            throw brokenOff(new EOFException("the connection ended within a refusal"));
        }
        return new ByteArrayInputStream(bytes);
    }

    static RetryableException brokenOff(IOException cause) {
        return RetryableException.create("the answer breaks off: " + cause.getMessage(), cause);
    }

    /** A body whose end is an error that the client knows. */
    private static final class Body extends FilterInputStream {
        Body(InputStream body) {
            super(body);
        }

        @Override
        public int read() {
            try {
                return in.read();
            } catch (IOException e) {
                throw brokenOff(e);
            }
        }

        @Override
        public int read(byte[] data, int offset, int length) {
            try {
                return in.read(data, offset, length);
            } catch (IOException e) {
                throw brokenOff(e);
            }
        }
    }
}
