import "./styles/index.css";
import "@portico/react/styles.css";
import "@portico/react/around.css";
import { createRoot } from "react-dom/client";
import { start } from "./start/start.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root.");
void start(createRoot(place));
