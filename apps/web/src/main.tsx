import "./styles/index.css";
import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import { start } from "./start/start.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");
void start(root);
