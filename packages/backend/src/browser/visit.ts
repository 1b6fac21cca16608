/**
 * Where a visit has ended.
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
  /** The address that a browser would show now. */
  readonly url: string;
  /** The backend's answer; undefined where the address is not the backend's but the application's. */
  readonly page: Response | undefined;
}

/** The first steps of the paths that the backend answers. */
const ownPaths = /^\/(auth\/v1|rest\/v1|sandbox|inbox|\.well-known)(\/|$)/;

/** As many as browsers follow. */
const mostRedirects = 20;

/** Goes to an address as a browser would, from one redirect to the next, as far as the backend answers. */
export async function visit(
  fetch: (request: Request) => Promise<Response>,
  origin: string,
  address: string,
  init?: RequestInit,
): Promise<Visited> {
  let request = new Request(new URL(address, origin), init);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const url = new URL(request.url);
    if (url.origin !== origin || !ownPaths.test(url.pathname)) {
      // A Request's own address lacks the part that only the page reads.
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
    const isRepeated = page.status === 307 || page.status === 308;
    request = isRepeated ? new Request(next, request) : new Request(next);
  }
  throw new Error(`${address} redirects without end.`);
}
