package io.compscan.page;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** What the cells of a table of a page stand for; columns of mere words are left out. */
final class PageTable {

    private PageTable() {}

    /** The cells of all rows of the table at a place. */
    static List<List<Object>> rows(Browser browser, String place) {
        browser.run("document.querySelectorAll(arguments[0] + ' button.more').forEach(one => one.click())", place);
        List<List<String>> cells = browser.rows(
                "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(row =>"
                        + " [...row.cells].filter(cell => 'value' in cell.dataset).map(cell =>"
                        + " (cell.className.includes('number') ? '#' : '') + (cell.className.includes('number')"
                        + " ? cell.dataset.value : cell.childElementCount ? cell.dataset.value : cell.textContent)))",
                place);
        return cells.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.startsWith("#")
                                ? (cell.equals("#null") ? "" : number(new BigDecimal(cell.substring(1))))
                                : (Object) cell)
                        .toList())
                .toList();
    }

    /** A row with these values, to compare with. */
    static List<Object> row(Object... values) {
        return Stream.of(values)
                .map(value -> value instanceof Number number ? number(number) : value)
                .toList();
    }

    /** A number, whatever its type and its trailing zeros. */
    static Object number(Number number) {
        return new BigDecimal(number.toString()).stripTrailingZeros();
    }
}
