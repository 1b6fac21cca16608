import { createRouter } from "@tanstack/react-router";
import { getGlobalStartContext } from "@tanstack/react-start";
import { routeTree } from "./routeTree.gen";

export function getRouter() {
  // The browser has no such context, and needs no nonce.
  const nonce = typeof window === "undefined" ? getGlobalStartContext()?.nonce : undefined;
  return createRouter({
    routeTree,
    ssr: { nonce },
    // Nothing that was read for one person is kept for the next.
    defaultGcTime: 0,
    defaultErrorComponent: () => <p role="alert">Something went wrong.</p>,
    defaultNotFoundComponent: () => <p>Page not found.</p>,
  });
}
