/** How an attribute's value has to be escaped. */
export type AttributeKind = "plain" | "url" | "srcset" | "style" | "script" | "unsafe";

const urlAttributes = new Set(
  (
    "action archive background cite classid codebase data formaction href icon longdesc manifest " +
    "poster profile src usemap xmlns"
  ).split(" "),
);

/** Attributes that change what a document is or does. A value must never become the name of one. */
const unsafeAttributes = new Set(
  (
    "accept-charset async challenge charset content crossorigin defer enctype form formenctype " +
    "formmethod formnovalidate http-equiv keytype language method novalidate pattern rel sandbox " +
    "srcdoc type value"
  ).split(" "),
);

/** Known attributes that the rules below would classify wrongly. */
const plainAttributes = new Set(["srclang"]);

/**
 * Returns the kind of an attribute by its lower-case name, with the rules of html/template/attr.go: `data-` and a
 * namespace are ignored, `on…` is a script, and a name that contains `src`, `uri` or `url` means a URL.
 */
export function attributeKind(fullName: string): AttributeKind {
  const [prefix = "", local] = fullName.split(":", 2);
  if (prefix === "xmlns" && local !== undefined) return "url";
  const name = fullName.startsWith("data-") ? fullName.slice(5) : (local ?? fullName);
  if (name === "style") return "style";
  if (name === "srcset") return "srcset";
  if (urlAttributes.has(name)) return "url";
  if (unsafeAttributes.has(name)) return "unsafe";
  if (plainAttributes.has(name)) return "plain";
  if (name.startsWith("on")) return "script";
  return /src|uri|url/.test(name) ? "url" : "plain";
}
