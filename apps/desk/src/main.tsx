import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { newQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { applyStoredScheme } from "./shell/scheme.ts";

applyStoredScheme();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <BrowserRouter basename="/desk">
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
