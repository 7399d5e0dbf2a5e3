package io.compscan.core.scan.catalog;

import java.io.IOException;

/** A catalog cannot be written, read or used; the message is one line that names the file. */
public final class CatalogException extends IOException {

    private static final long serialVersionUID = 1L;

    CatalogException(String message) {
        super(message);
    }

    CatalogException(String message, Throwable cause) {
        super(message, cause);
    }
}
