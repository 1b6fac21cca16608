import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { isWebProtocol } from "../../config/sections/redirect-patterns.ts";

export interface LinkingPage {
  /** The provider's display name. */
  readonly provider: string;
  /** The account at the provider. */
  readonly account: string;
  /** The user's address, or undefined for a guest. */
  readonly user: string | undefined;
  /** The host of the project's site. */
  readonly site: string;
}

/** Returns the consent page for linking a provider's account. The page works without scripts. */
export function linkingPage({ provider, account, user, site }: LinkingPage) {
  const targetAccount =
    user === undefined ? html`a guest account` : html`the account ${emphasize(user)}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Link ${provider}?</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>Link ${provider}?</h1>
<p>You are about to link the ${provider} account ${emphasize(account)} to ${targetAccount} on ${emphasize(site)}.</p>
<p class="quiet">You'll be signed in to that account and can use ${provider} to sign in from now on. Continue only if you just requested this yourself. If someone else sent you here, cancel.</p>
<form method="post">
<button name="answer" value="continue" class="primary">Continue</button>
<button name="answer" value="cancel">Cancel</button>
</form>
</main>
</body>
</html>`;
}

/** Isolates a name, which may be in a right-to-left script. */
const emphasize = (name: string) => html`<bdi><strong>${name}</strong></bdi>`;

/**
 * @param redirectTo the page that the form finally redirects to. The policy must allow it, because some browsers also
 * apply `form-action` to redirects.
 */
export function linkingPageHeaders(redirectTo: string): Record<string, string> {
  const { protocol, origin } = new URL(redirectTo);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    `form-action 'self' ${isWebProtocol(protocol) ? origin : protocol}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { "content-security-policy": policy.join("; "), "x-frame-options": "DENY" };
}

const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #dfe3e8;
  --edge: #868e99; --hover: #f6f8fa; --strong: #1b1f24; --on-strong: #fff; --focus: #0b62d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101214; --card: #181b1f; --ink: #eceff2; --quiet: #a3acb6; --line: #2b3036;
    --edge: #77808b; --hover: #1f2328; --strong: #eceff2; --on-strong: #14171a; --focus: #74b0ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 440px; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere;
}
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); font-size: 15px; }
form { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 24px; }
button {
  flex: 1 1 120px; min-height: 46px; padding: 10px 18px; border: 1px solid var(--edge);
  border-radius: 8px; background: transparent; color: var(--ink); font: inherit; font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--hover); }
.primary { border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
.primary:hover { background: var(--strong); opacity: 0.88; }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (max-width: 440px) {
  body { padding: 0; place-items: start stretch; background: var(--card); }
  main { max-width: none; padding: 32px 20px; border: 0; border-radius: 0; }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); --quiet: var(--ink); } }
`;
