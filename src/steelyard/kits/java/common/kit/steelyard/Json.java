package steelyard;

import java.util.List;
import java.util.Map;

/** A value read from JSON: an object, an array, a text, a number, true, false or null. */
public final class Json {
    private static final Json NULL = new Json("null", false);

    private final String text; // of a text, and of a number, true, false and null as they were written
    private final boolean quoted;
    private final List<Json> items;
    private final Map<String, Json> members;

    Json(String text, boolean quoted) {
        this(text, quoted, null, null);
    }

    Json(List<Json> items) {
        this(null, false, items, null);
    }

    Json(Map<String, Json> members) {
        this(null, false, null, members);
    }

    private Json(String text, boolean quoted, List<Json> items, Map<String, Json> members) {
        this.text = text;
        this.quoted = quoted;
        this.items = items;
        this.members = members;
    }

    /** Reads one value; throws an IllegalArgumentException that says where it cannot be read. */
    public static Json parse(String line) {
        return new JsonReader(line).whole();
    }

    public boolean isObject() {
        return members != null;
    }

    public boolean isNull() {
        return !quoted && "null".equals(text);
    }

    /** A member of an object; null if there is none of that name. */
    public Json get(String name) {
        return members == null ? NULL : members.getOrDefault(name, NULL);
    }

    public List<Json> items() {
        if (items == null) throw unlike("an array");
        return items;
    }

    public Map<String, Json> members() {
        if (members == null) throw unlike("an object");
        return members;
    }

    /** A text as it is, and a number, true, false and null as they are written. */
    public String text() {
        if (text == null) throw unlike("a text");
        return text;
    }

    public boolean bool() {
        return text().equals("true");
    }

    public int integer() {
        return (int) whole();
    }

    public long whole() {
        try {
            return Long.parseLong(text());
        } catch (NumberFormatException notWhole) {
            return (long) number();
        }
    }

    public double number() {
        try {
            return Double.parseDouble(text());
        } catch (NumberFormatException none) {
            throw unlike("a number");
        }
    }

    private IllegalArgumentException unlike(String wanted) {
        String found = members != null ? "an object" : items != null ? "an array" : text;
        return new IllegalArgumentException("expected " + wanted + ", found " + found);
    }

    /** A text as JSON writes it, in quotes. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            switch (sign) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(sign < ' ' ? String.format("\\u%04x", (int) sign) : String.valueOf(sign));
            }
        }
        return quoted.append('"').toString();
    }
}
