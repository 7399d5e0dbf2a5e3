package io.compscan.image.nbd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The address of an export.
 *
 * @param text the address as given
 * @param socket a path in the file system; null for a server in the network
 * @param host the server
 * @param port the port of the server
 * @param export the name of the export, empty for the only one
 */
record NbdAddress(String text, @Nullable String socket, String host, int port, String export) {

    private static final int USUAL_PORT = 10_809;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    private static final String UNIX = "nbd+unix";
    private static final String SOCKET = "socket=";
    private static final String USAGE = "not the address of an export; those look like nbd://HOST:PORT/EXPORT"
            + " or nbd+unix:///EXPORT?socket=PATH";

    /** Reads {@code nbd://HOST[:PORT]/EXPORT} or {@code nbd+unix:///EXPORT?socket=PATH}, the URIs of the protocol. */
    static NbdAddress parse(String text) throws IOException {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IOException(USAGE, e);
        }
        String path = uri.getPath() == null ? "" : uri.getPath();
        String export = path.startsWith("/") ? path.substring(1) : path;
        if (uri.getScheme().equalsIgnoreCase(UNIX)) {
            String query = uri.getRawQuery();
            if (query == null || !query.startsWith(SOCKET) || query.length() == SOCKET.length()) {
                throw new IOException(USAGE);
            }
            String socket =
                    URLDecoder.decode(query.substring(SOCKET.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
            return new NbdAddress(text, socket, "", 0, export);
        }
        if (uri.getHost() == null) {
            throw new IOException(USAGE);
        }
        return new NbdAddress(text, null, uri.getHost(), uri.getPort() < 0 ? USUAL_PORT : uri.getPort(), export);
    }

    /** An export of a server that listens at a path. */
    static NbdAddress at(String text, String socket) {
        return new NbdAddress(text, socket, "", 0, "");
    }

    /** A connection to the server. */
    NbdSocket connect() throws IOException {
        try {
            return socket == null
                    ? NbdSocket.connect(new InetSocketAddress(host, port), false, CONNECT_LIMIT)
                    : NbdSocket.connect(UnixDomainSocketAddress.of(socket), true, CONNECT_LIMIT);
        } catch (IllegalArgumentException e) {
            throw new IOException("there is no such host", e);
        } catch (NbdSocket.TooSlowException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("the server does not answer: " + e.getMessage(), e);
        }
    }
}
