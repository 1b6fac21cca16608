import "@portico/react/styles.css";
import "@portico/react/protected.css";
import "@portico/react/account.css";
import "@portico/react/user-button.css";
import "@portico/react/organizations.css";
import "../page.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
