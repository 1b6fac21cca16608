import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { url } from "./settings";

/** Renders a page with a Content-Security-Policy that only allows scripts with this page's nonce. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  // In development, Vite adds styles and its own connection, which the policy would block.
  const nonce = import.meta.env.PROD ? crypto.randomUUID() : undefined;
  const body = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    { nonce, signal: request.signal },
  );
  headers.set("Content-Type", "text/html");
  if (nonce) headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  return new Response(body, { status, headers });
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${new URL(url).origin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
