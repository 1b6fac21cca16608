/**
 * The page where a visit ended.
 *
 * @example
 * ```ts
 * import { startBackend, type Visited } from "@portico/backend/browser";
 *
 * const backend = await startBackend();
 * const visited: Visited = await backend.visit(await backend.inbox.latestLink("ada@example.com"));
 * if (visited.page === undefined) location.assign(visited.url);
 * ```
 */
export interface Visited {
  /** The URL that a browser would show. */
  readonly url: string;
  /** The backend's response; undefined if the URL belongs to the application. */
  readonly page: Response | undefined;
}

/** Matches the paths of the backend. */
const ownPaths = /^\/(auth\/v1|rest\/v1|sandbox|inbox|\.well-known)(\/|$)/;

/** The redirect limit of browsers. */
const maxRedirects = 20;

/** Opens a URL as a browser would, and follows redirects as long as they lead to the backend. */
export async function visit(
  fetch: (request: Request) => Promise<Response>,
  origin: string,
  address: string,
  init?: RequestInit,
): Promise<Visited> {
  let request = new Request(new URL(address, origin), init);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const url = new URL(request.url);
    if (url.origin !== origin || !ownPaths.test(url.pathname)) {
      // This is the URL of the first request, without its fragment. For a redirect, `next.href` below keeps the
      // fragment.
      return { url: request.url, page: undefined };
    }
    const page = await fetch(request);
    const location = page.headers.get("location");
    if (location === null || page.status < 300 || page.status > 399) {
      return { url: request.url, page };
    }
    const next = new URL(location, request.url);
    if (next.origin !== origin || !ownPaths.test(next.pathname)) {
      return { url: next.href, page: undefined };
    }
    const keepsMethod = page.status === 307 || page.status === 308;
    request = keepsMethod ? new Request(next, request) : new Request(next);
  }
  throw new Error(`${address} redirects more than ${maxRedirects} times.`);
}
