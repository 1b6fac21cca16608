import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { noView } from "./errors.ts";

/** Handles a request for a preview. */
type ShowView = (c: Context) => Promise<Response>;

const lifetimeMs = 60 * 60 * 1_000;
/** A developer opens fewer previews than this. */
const maxViews = 200;

/**
 * Serves previews of files and mails at URLs that cannot be guessed. A browser does not send the desk's key with
 * requests for pictures, videos and frames, so the page first requests the URL of a preview with the key.
 */
export class PreviewStore {
  readonly #views = new Map<string, { readonly show: ShowView; readonly until: number }>();

  /** Adds a preview, and returns its URL. The URL works for an hour, or until many others have been added. */
  add(show: ShowView): string {
    const [oldest] = this.#views.keys();
    if (this.#views.size >= maxViews && oldest !== undefined) this.#views.delete(oldest);
    const name = randomBytes(16).toString("base64url");
    this.#views.set(name, { show, until: Date.now() + lifetimeMs });
    return `/desk/view/${name}`;
  }

  /**
   * Returns the handler of a preview.
   *
   * @throws {DeskError} if the preview has expired
   */
  find(name: string): ShowView {
    const view = this.#views.get(name);
    if (!view || view.until < Date.now()) throw noView();
    return view.show;
  }
}

/** The Content-Security-Policies of previews. A preview can be framed only by the desk, and runs no scripts. */
const policies = {
  /** The policy of pictures, sound and videos. It allows the styles inside an SVG. */
  media:
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  /**
   * This policy has no `sandbox`, because browsers do not show a PDF in a sandbox. Their viewer does not run the file's
   * scripts in the page's origin.
   */
  pdf: "frame-ancestors 'self'",
  mail: mailPolicy("data:"),
  /** Used only if the developer asks for pictures: loading them reveals to the sender that the mail was opened. */
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

const copiedHeaders = ["accept-ranges", "content-length", "content-range"];

/** Returns the content of a response as a preview, with the desk's own type and policy. */
export function toPreview(
  response: Response,
  type: string,
  policy: keyof typeof policies,
): Response {
  const headers = new Headers({
    "content-type": type,
    "content-disposition": "inline",
    "content-security-policy": policies[policy],
    "cache-control": "no-store",
  });
  for (const name of copiedHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}
