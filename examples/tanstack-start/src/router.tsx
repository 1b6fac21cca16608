import { createRouter } from "@tanstack/react-router";
import { getGlobalStartContext } from "@tanstack/react-start";
import { routeTree } from "./routeTree.gen";

export function getRouter() {
  // The context exists only on the server, where the page needs a nonce.
  const nonce = typeof window === "undefined" ? getGlobalStartContext()?.nonce : undefined;
  return createRouter({
    routeTree,
    ssr: { nonce },
    // Discards loaded data immediately, so that the next user never sees the previous user's.
    defaultGcTime: 0,
    defaultErrorComponent: () => <p role="alert">Something went wrong.</p>,
    defaultNotFoundComponent: () => <p>Page not found.</p>,
  });
}
