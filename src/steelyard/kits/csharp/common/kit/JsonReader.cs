using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Steelyard
{
    /// <summary>Reads JSON sign by sign.</summary>
    sealed class JsonReader
    {
        const char End = '\0';

        readonly string line;
        int at;

        public JsonReader(string line)
        {
            this.line = line;
        }

        public Json Whole()
        {
            Json value = Value();
            return Next() == End && at >= line.Length ? value : throw Wrong("the end");
        }

        Json Value()
        {
            switch (Next())
            {
                case '{': return Object();
                case '[': return Array();
                case '"': return new Json(String(), quoted: true);
                default: return Word();
            }
        }

        Json Object()
        {
            var members = new Dictionary<string, Json>();
            at++;
            if (Passed('}')) return new Json(members);
            do
            {
                if (Next() != '"') throw Wrong("a member's name");
                string name = String();
                if (!Passed(':')) throw Wrong("a colon");
                members[name] = Value();
            } while (Passed(','));
            return Passed('}') ? new Json(members) : throw Wrong("} or a comma");
        }

        Json Array()
        {
            var items = new List<Json>();
            at++;
            if (Passed(']')) return new Json(items);
            do items.Add(Value()); while (Passed(','));
            return Passed(']') ? new Json(items) : throw Wrong("] or a comma");
        }

        string String()
        {
            var text = new StringBuilder();
            for (at++; at < line.Length && line[at] != '"'; at++)
            {
                if (line[at] < ' ') throw Wrong("no control character");
                text.Append(line[at] == '\\' ? Escaped() : line[at]);
            }
            if (at++ >= line.Length) throw Wrong("the end of a text");
            return text.ToString();
        }

        char Escaped()
        {
            char sign = ++at < line.Length ? line[at] : End;
            int plain = "\"\\/bfnrt".IndexOf(sign);
            if (plain >= 0) return "\"\\/\b\f\n\r\t"[plain];
            if (sign != 'u' || at + 4 >= line.Length) throw Wrong("an escape");
            string digits = line.Substring(at + 1, 4);
            if (!ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
                throw Wrong("four digits");
            at += 4;
            return (char)code;
        }

        /// <summary>A number, true, false or null.</summary>
        Json Word()
        {
            int from = at;
            while (at < line.Length && ",:]} \t\r\n".IndexOf(line[at]) < 0) at++;
            string word = line.Substring(from, at - from);
            bool known = word == "true" || word == "false" || word == "null";
            bool number = word != "" && (char.IsDigit(word[0]) || word[0] == '-')
                && double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out _);
            if (known || number) return new Json(word);
            at = from;
            throw Wrong("a value");
        }

        bool Passed(char sign)
        {
            if (Next() != sign) return false;
            at++;
            return true;
        }

        /// <summary>The next sign that is not blank, which stays to be read.</summary>
        char Next()
        {
            while (at < line.Length && " \t\r\n".IndexOf(line[at]) >= 0) at++;
            return at < line.Length ? line[at] : End;
        }

        FormatException Wrong(string wanted)
        {
            return new FormatException("no JSON: expected " + wanted + " at " + (at + 1));
        }
    }
}
