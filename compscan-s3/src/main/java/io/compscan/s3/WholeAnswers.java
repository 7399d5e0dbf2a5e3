package io.compscan.s3;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
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
    /** A page has up to 1,000 names of up to 1,024 bytes, each byte in up to three characters. */
    private static final int MAX_LIST_BYTES = 16 << 20;
    /** The documents of a store nest about five. */
    private static final int MAX_DEPTH = 32;

    private static final Duration LIST_LIMIT = Duration.ofMinutes(5);

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        Optional<InputStream> body = context.responseBody();
        if (!context.httpResponse().isSuccessful()) {
            return body.map(refusal -> whole(context.httpResponse(), refusal));
        }
        // For the bytes of objects, a further request goes on where they broke off.
        return context.request() instanceof ListObjectsV2Request ? body.map(WholeAnswers::wholeList) : body;
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
        checkDepth(bytes);
        return new ByteArrayInputStream(bytes);
    }

    /**
     * A page of a list, read to its end, so that neither an endless page nor a deep one reaches the client's parser, which calls itself for
     * each element.
     */
    private static InputStream wholeList(InputStream list) {
        long deadline = System.nanoTime() + LIST_LIMIT.toNanos();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[16 << 10];
        try {
            for (int got; (got = list.read(part)) >= 0; ) {
                bytes.write(part, 0, got);
                if (bytes.size() > MAX_LIST_BYTES) {
                    throw wrong("the store sends a list of more than " + (MAX_LIST_BYTES >> 20) + " MiB on one page");
                }
                if (System.nanoTime() > deadline) {
                    throw wrong("the store does not send a page of its list within " + LIST_LIMIT.toMinutes() + " min");
                }
            }
        } catch (IOException e) {
            throw brokenOff(e);
        }
        checkDepth(bytes.toByteArray());
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static void checkDepth(byte[] document) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(document));
            int depth = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
                depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
                if (depth > MAX_DEPTH) {
                    throw wrong("the store sends a document of more than " + MAX_DEPTH + " nested elements");
                }
            }
        } catch (XMLStreamException e) {
            // The client's parser stops at the same place, and tells what is wrong.
        }
    }

    private static SdkClientException wrong(String what) {
        return SdkClientException.create(what, new WrongAnswerException(what));
    }

    static RetryableException brokenOff(IOException cause) {
        return RetryableException.create("the answer breaks off: " + cause.getMessage(), cause);
    }

    /** An answer that is none, however often it is asked for. The client asks again after each {@link IOException}. */
    static final class WrongAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private WrongAnswerException(String what) {
            super(what);
        }
    }
}
