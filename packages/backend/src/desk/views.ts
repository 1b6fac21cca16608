import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { noView } from "./errors.ts";

/** Answers a request for a preview. */
type ShowView = (c: Context) => Promise<Response>;

const lifetimeMs = 60 * 60 * 1_000;
/** More previews than a developer has open. */
const mostViews = 200;

/**
 * Previews of files and mails at addresses that cannot be guessed. A picture, a video or a frame cannot send the desk's
 * key, so its address stands for one thing that the page has asked for with the key.
 */
export class Views {
  readonly #views = new Map<string, { readonly show: ShowView; readonly until: number }>();

  /** Returns the address of a preview, for an hour or until many others have been opened. */
  add(show: ShowView): string {
    const [oldest] = this.#views.keys();
    if (this.#views.size >= mostViews && oldest !== undefined) this.#views.delete(oldest);
    const name = randomBytes(16).toString("base64url");
    this.#views.set(name, { show, until: Date.now() + lifetimeMs });
    return `/desk/view/${name}`;
  }

  /** @throws {DeskError} if the preview has expired */
  find(name: string): ShowView {
    const view = this.#views.get(name);
    if (!view || view.until < Date.now()) throw noView();
    return view.show;
  }
}

/** What a preview may do. It is shown in a frame of the desk only, and runs no script. */
const policies = {
  /** Pictures, sound and videos. Styles in a drawing (SVG) apply. */
  media:
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  /** Browsers do not show a PDF in a sandbox. Their viewer runs no script of the file in the page's origin. */
  pdf: "frame-ancestors 'self'",
  mail: mailPolicy("data:"),
  /** Pictures tell the sender that the mail has been opened. */
  "mail with pictures": mailPolicy("data: https: http:"),
} as const;

function mailPolicy(images: string): string {
  return [
    "sandbox allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

const keptHeaders = ["accept-ranges", "content-length", "content-range"];

/** Returns the content of a response as a preview, with a type and a policy of the desk's own. */
export function viewOf(response: Response, type: string, policy: keyof typeof policies): Response {
  const headers = new Headers({
    "content-type": type,
    "content-disposition": "inline",
    "content-security-policy": policies[policy],
    "cache-control": "no-store",
  });
  for (const name of keptHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}
