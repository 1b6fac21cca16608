import { useEffect, useRef } from "react";
import "./backend-page.css";

/**
 * Elements that are removed from pages and messages: scripts, styles, and everything that sends requests.
 */
const removedElements =
  "script, style, link, meta, title, base, iframe, object, embed, img, [aria-hidden=true]";

/**
 * Matches styles. They are removed before parsing, because the page's Content-Security-Policy would report each of
 * them.
 */
const stylePattern = /<style[\s\S]*?<\/style>|\sstyle=("[^"]*"|'[^']*')/gi;

/**
 * Shows a backend page, or a message that the backend sent. Its links and forms call `visit`, because the backend has
 * no server that the browser could request.
 */
export function BackendPage({
  html,
  label,
  visit,
}: {
  html: string;
  label: string;
  visit: (address: string, init?: RequestInit) => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(html.replace(stylePattern, ""), "text/html");
    for (const element of body.querySelectorAll(removedElements)) element.remove();
    for (const element of body.querySelectorAll("*"))
      for (const { name } of [...element.attributes])
        if (/^(on|class$|id$|target$|bgcolor$|background$)/.test(name))
          element.removeAttribute(name);
    // Use smaller headings, because the page is embedded below the panel's heading.
    for (const heading of body.querySelectorAll("h1, h2")) {
      const smallerHeading = document.createElement("h4");
      smallerHeading.append(...heading.childNodes);
      heading.replaceWith(smallerHeading);
    }
    // Without this, the site would prefetch a hovered link from its own host, with the code in the URL.
    for (const link of body.querySelectorAll("a")) link.dataset["astroPrefetch"] = "false";
    for (const main of body.querySelectorAll("main, header, footer"))
      main.replaceWith(...main.childNodes);
    box.current?.replaceChildren(...body.childNodes);
  }, [html]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links handle the keys
    <section
      ref={box}
      className="backend-page"
      aria-label={label}
      onClick={(event) => {
        const link = event.target instanceof Element && event.target.closest("a[href]");
        if (!link) return;
        event.preventDefault();
        visit(link.getAttribute("href") ?? "");
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.target as HTMLFormElement;
        const { submitter } = event.nativeEvent as SubmitEvent;
        const fields = new URLSearchParams();
        for (const [name, value] of new FormData(form, submitter))
          fields.append(name, String(value));
        const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
        if (form.getAttribute("method")?.toLowerCase() === "post")
          visit(action, { method: "POST", body: fields });
        else visit(`${action}?${fields}`);
      }}
    />
  );
}
