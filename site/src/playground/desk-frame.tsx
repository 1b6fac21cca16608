import { useEffect } from "react";
import { EmbeddedDesk } from "../../../apps/desk/src/embedded.tsx";
import { pageUrl } from "../home/page-url.ts";
import { backendOfParent } from "./desk-window.ts";

/** Renders the page of the desk's frame: the desk, connected to the backend of the surrounding playground. */
export default function DeskFrame() {
  const backend = backendOfParent();
  useEffect(followTheme, []);
  if (backend) return <EmbeddedDesk backend={backend} />;
  return (
    <main className="locked">
      <h1>The desk of the playground</h1>
      <p>
        This page shows the backend of the playground, which is not running here. To see it,{" "}
        <a href={pageUrl("playground/")}>start it in the playground</a> and open its desk.
      </p>
    </main>
  );
}

/** Applies the site's theme to the frame, and follows its changes. */
function followTheme() {
  if (window.parent === window) return;
  const source = window.parent.document.documentElement;
  const apply = () => {
    const { theme } = source.dataset;
    if (theme) document.documentElement.dataset["scheme"] = theme;
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(source, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
