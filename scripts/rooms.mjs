/**
 * The rooms of the code, each part from top to bottom. A room imports only from rooms on lower lines of its
 * part, type imports included. A room is a folder or a single file; tests and their folders may import anything.
 * `npm run check` holds the code to it, and ARCHITECTURE.md shows it.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rooms = {
  "packages/backend/src": [
    "cli",
    "command-line",
    "index testing",
    "server",
    "doctor",
    "auth rest",
    "mail keys",
    "http",
    "config",
    "database log",
    "private-directory",
  ],
  "packages/backend/src/auth": [
    "app",
    "routes clean-up",
    "oauth-server admin",
    "endpoints",
    "factors passkeys",
    "custom-providers",
    "guards provider-sign-in",
    "providers",
    "accounts",
    "messages",
    "tokens",
    "sessions",
    "hooks",
    "limits audit passwords",
    "users",
    "request webauthn",
    "context",
    "errors",
  ],
  "packages/backend/src/rest": [
    "app",
    "send",
    "respond write-access",
    "run",
    "openapi sql",
    "plan",
    "parse",
    "schema-cache",
    "settings sqlstate cors",
    "unsent-answer request-body media-type",
    "caller closest errors header-syntax qualified-name rolled-back memory-budget timing",
  ],
  "apps/web/src": [
    "main",
    "start",
    "app",
    "signed-in",
    "account consent",
    "notes",
    "door",
    "auth",
    "shell",
    "i18n data",
    "icons browser styles",
  ],
};
