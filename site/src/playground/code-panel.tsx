import { useState } from "react";
import { tokensOf } from "./highlight.ts";

/** Renders the current code with a copy button. */
export function CodePanel({ code }: { code: string }) {
  const [copiedCode, setCopiedCode] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopiedCode(code);
    } catch {
      // Without the clipboard permission, select the code, so that the user can copy it.
      getSelection()?.selectAllChildren(document.querySelector(".playground pre") ?? document.body);
    }
  };
  return (
    <section className="code" aria-label="The code">
      <div className="bar">
        <h2>The code</h2>
        <span role="status">{copiedCode === code ? "Copied" : ""}</span>
        <button type="button" onClick={copy}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {tokensOf(code).map(({ kind, text }, index) =>
            kind === "plain" ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a token may occur several times
              <span key={index} className={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </section>
  );
}
