import "./styles/index.css";
import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import { start } from "./start/start.tsx";

function begin(): void {
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html has no #root.");
  void start(place);
}

// early.js may have fetched it before the page is read to its end.
if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
