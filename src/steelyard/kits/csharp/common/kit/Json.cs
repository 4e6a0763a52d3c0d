using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Steelyard
{
    /// <summary>A value read from JSON: an object, an array, a text, a number, true, false or null.</summary>
    public sealed class Json
    {
        static readonly Json Null = new Json("null");

        readonly string text; // of a text, and of a number, true, false and null as they were written
        readonly bool quoted;
        readonly List<Json> items;
        readonly Dictionary<string, Json> members;

        internal Json(string text, bool quoted = false)
        {
            this.text = text;
            this.quoted = quoted;
        }

        internal Json(List<Json> items)
        {
            this.items = items;
        }

        internal Json(Dictionary<string, Json> members)
        {
            this.members = members;
        }

        /// <summary>Reads one value; throws a FormatException that says where it cannot be read.</summary>
        public static Json Parse(string line)
        {
            return new JsonReader(line).Whole();
        }

        public bool IsObject => members != null;
        public bool IsNull => !quoted && text == "null";

        /// <summary>A member of an object; null if there is none of that name.</summary>
        public Json this[string name] => members != null && members.TryGetValue(name, out var value) ? value : Null;

        public IReadOnlyList<Json> Items => items ?? throw Unlike("an array");
        public IEnumerable<KeyValuePair<string, Json>> Members => members ?? throw Unlike("an object");
        public bool Bool => Scalar("true or false") == "true";
        public int Int => (int)Long;

        /// <summary>A text as it is, and a number, true, false and null as they are written.</summary>
        public string Text => Scalar("a text");

        public long Long =>
            long.TryParse(Scalar("a number"), NumberStyles.Integer, CultureInfo.InvariantCulture, out var whole)
                ? whole
                : (long)Number;

        public double Number =>
            double.TryParse(Scalar("a number"), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
                ? number
                : throw Unlike("a number");

        string Scalar(string wanted)
        {
            return text ?? throw Unlike(wanted);
        }

        FormatException Unlike(string wanted)
        {
            string found = members != null ? "an object" : items != null ? "an array" : text;
            return new FormatException("expected " + wanted + ", found " + found);
        }

        /// <summary>A text as JSON writes it, in quotes.</summary>
        public static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (char sign in text)
            {
                switch (sign)
                {
                    case '"': quoted.Append("\\\""); break;
                    case '\\': quoted.Append("\\\\"); break;
                    case '\b': quoted.Append("\\b"); break;
                    case '\f': quoted.Append("\\f"); break;
                    case '\n': quoted.Append("\\n"); break;
                    case '\r': quoted.Append("\\r"); break;
                    case '\t': quoted.Append("\\t"); break;
                    default: quoted.Append(sign < ' ' ? "\\u" + ((int)sign).ToString("x4") : sign.ToString()); break;
                }
            }
            return quoted.Append('"').ToString();
        }
    }
}
