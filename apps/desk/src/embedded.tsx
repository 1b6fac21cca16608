import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { HashRouter } from "react-router";
import { saveKey } from "./api/key.ts";
import { newQueryClient } from "./api/query-client.ts";
import { replaceTransport } from "./api/transport.ts";
import { App } from "./app.tsx";

/** What the desk needs from a backend that runs in a browser tab. */
export interface TabBackend {
  readonly fetch: typeof fetch;
  readonly secretKey: string;
}

/** The desk for a backend that runs in a browser tab. Its screens are fragments of the page's URL. */
export function EmbeddedDesk({ backend }: { readonly backend: TabBackend }) {
  const [queryClient] = useState(() => {
    saveKey(backend.secretKey);
    replaceTransport(backend.fetch);
    return newQueryClient();
  });
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <App />
      </HashRouter>
    </QueryClientProvider>
  );
}
