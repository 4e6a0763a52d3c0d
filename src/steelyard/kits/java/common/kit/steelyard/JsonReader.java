package steelyard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads JSON sign by sign. */
final class JsonReader {
    private static final char END = '\0';
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String line;
    private int at;

    JsonReader(String line) {
        this.line = line;
    }

    Json whole() {
        Json value = value();
        if (next() != END || at < line.length()) throw wrong("the end");
        return value;
    }

    private Json value() {
        return switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json(string(), true);
            default -> word();
        };
    }

    private Json object() {
        Map<String, Json> members = new LinkedHashMap<>();
        at++;
        if (passed('}')) return new Json(members);
        do {
            if (next() != '"') throw wrong("a member's name");
            String name = string();
            if (!passed(':')) throw wrong("a colon");
            members.put(name, value());
        } while (passed(','));
        if (!passed('}')) throw wrong("} or a comma");
        return new Json(members);
    }

    private Json array() {
        List<Json> items = new ArrayList<>();
        at++;
        if (passed(']')) return new Json(items);
        do items.add(value()); while (passed(','));
        if (!passed(']')) throw wrong("] or a comma");
        return new Json(items);
    }

    private String string() {
        StringBuilder text = new StringBuilder();
        for (at++; at < line.length() && line.charAt(at) != '"'; at++) {
            char sign = line.charAt(at);
            if (sign < ' ') throw wrong("no control character");
            text.append(sign == '\\' ? escaped() : sign);
        }
        if (at++ >= line.length()) throw wrong("the end of a text");
        return text.toString();
    }

    private char escaped() {
        char sign = ++at < line.length() ? line.charAt(at) : END;
        int plain = "\"\\/bfnrt".indexOf(sign);
        if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
        if (sign != 'u' || at + 4 >= line.length()) throw wrong("an escape");
        try {
            char code = (char) Integer.parseUnsignedInt(line.substring(at + 1, at + 5), 16);
            at += 4;
            return code;
        } catch (NumberFormatException none) {
            throw wrong("four digits");
        }
    }

    /** A number, true, false or null. */
    private Json word() {
        int from = at;
        while (at < line.length() && ",:]} \t\r\n".indexOf(line.charAt(at)) < 0) at++;
        String word = line.substring(from, at);
        if (word.equals("true") || word.equals("false") || word.equals("null") || NUMBER.matcher(word).matches()) {
            return new Json(word, false);
        }
        at = from;
        throw wrong("a value");
    }

    private boolean passed(char sign) {
        if (next() != sign) return false;
        at++;
        return true;
    }

    /** The next sign that is not blank, which stays to be read. */
    private char next() {
        while (at < line.length() && " \t\r\n".indexOf(line.charAt(at)) >= 0) at++;
        return at < line.length() ? line.charAt(at) : END;
    }

    private IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException("no JSON: expected " + wanted + " at " + (at + 1));
    }
}
