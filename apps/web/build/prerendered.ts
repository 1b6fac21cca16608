import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AuthSettings } from "@portico/react/plugins";
import { parse } from "smol-toml";
import { createServer, type Plugin } from "vite";

/** What of the built page is replaced. */
const place = '<div id="root"></div>';

/**
 * Puts the signed-out page into index.html as markup, rendered from the components themselves: it is seen
 * before any script runs, which then takes it over. `shell.html` is the page without, for a server that
 * offers something else than the page shows.
 *
 * @param hosted the hosted backend, which is asked for its settings: the page shows nothing that it does
 *   not offer. Undefined for the server that serves the page.
 */
export function prerendered(hosted: HostedBackend | undefined): Plugin {
  let root: string;
  let folder: string;
  return {
    name: "portico-prerendered",
    apply: "build",
    configResolved({ root: here, build }) {
      root = here;
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const shell = await readFile(join(folder, "index.html"), "utf8");
        const pages = await pagesOf(root, shell, hosted);
        await writeFile(join(folder, "shell.html"), shell);
        for (const [name, page] of pages) await writeFile(join(folder, name), page);
      },
    },
  };
}

/** Where a hosted backend is, and the key that it is asked with. */
type HostedBackend = import("../src/data/configuration.ts").Configuration;

/** What every backend with these forms offers; the page adds the rest once it has asked. */
const least: AuthSettings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: true,
  passkeys_enabled: false,
  saml_enabled: false,
};

/** Returns the settings of a hosted backend, as it answers to the build. */
async function settingsAt(
  hosted: HostedBackend,
  ask: Rendering["settingsOf"],
): Promise<AuthSettings> {
  const settings = await ask(hosted);
  if (!settings) {
    console.warn(
      `${hosted.url}/auth/v1/settings did not answer. The page shows e-mail and password at first, and ` +
        "other ways to sign in a moment later. To change that, build where the project can be reached.",
    );
  }
  return settings ?? least;
}

type Rendering = Pick<
  typeof import("../src/start/prerender.tsx"),
  "languages" | "prerender" | "settingsOf"
>;

/** A page for each language, English as `index.html`. */
async function pagesOf(
  root: string,
  shell: string,
  hosted: HostedBackend | undefined,
): Promise<[string, string][]> {
  const vite = await createServer({
    root,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    ssr: {
      noExternal: [/^@portico\//],
      resolve: { conditions: ["portico-source", "module", "node", "production"] },
    },
  });
  try {
    const loaded = await vite.ssrLoadModule("/src/start/prerender.tsx");
    const {
      languages,
      prerender,
      settingsOf: ask,
    }: Rendering = {
      languages: loaded["languages"],
      prerender: loaded["prerender"],
      settingsOf: loaded["settingsOf"],
    };
    const settings = await (hosted ? settingsAt(hosted, ask) : settingsOf(root));
    // The style sheet comes first: it blocks the first paint, and the script does not.
    const document = shell.replace(
      '<script type="module"',
      '<script type="module" fetchpriority="low"',
    );
    // The stylesheet puts what comes later where it moves nothing.
    const late = settings === least ? ' data-offer="late"' : "";
    const codes = languages.map(({ code }) => code).join(" ");
    return await Promise.all(
      languages.map(
        async ({ code, direction }): Promise<[string, string]> => [
          code === "en" ? "index.html" : `index.${code}.html`,
          withMarkup(await prerender(settings, code), document, settings).replace(
            '<html lang="en" dir="ltr">',
            `<html lang="${code}" dir="${direction}" data-languages="${codes}"${late}>`,
          ),
        ],
      ),
    );
  } finally {
    await vite.close();
  }
}

function withMarkup(markup: string, shell: string, settings: object): string {
  const [, title = "", body = ""] = /^(<title>.*?<\/title>)?(.*)$/s.exec(markup) ?? [];
  if (!body.includes("<form") || !shell.includes(place))
    throw new Error("There is no page to show.");
  // A strict Content-Security-Policy refuses them.
  if (/ style="/.test(body)) throw new Error("The markup has styles of its own.");
  const told = JSON.stringify(settings).replaceAll('"', "&quot;");
  return shell
    .replace(place, () => `<div id="root" data-settings="${told}">${body}</div>`)
    .replace("<title>Portico</title>", () => title);
}

/** What the embedded backend offers that serves this project (supabase/config.toml). */
async function settingsOf(root: string): Promise<AuthSettings> {
  const file = await readFile(join(root, "supabase", "config.toml"), "utf8");
  const { auth }: { auth?: ProjectAuth } = parse(file);
  const external = Object.entries(auth?.external ?? {})
    .filter(([, { enabled }]) => enabled === true)
    .map(([name]) => [name, true]);
  return {
    external: {
      ...Object.fromEntries(external),
      email: auth?.email?.enable_signup !== false,
      phone: auth?.sms?.enable_signup === true,
      anonymous_users: auth?.enable_anonymous_sign_ins === true,
    },
    disable_signup: auth?.enable_signup === false,
    passkeys_enabled: auth?.passkey?.enabled === true,
    saml_enabled: false,
  };
}

/** As far as the page shows something of it. */
interface ProjectAuth {
  readonly enable_signup?: boolean;
  readonly enable_anonymous_sign_ins?: boolean;
  readonly sms?: { readonly enable_signup?: boolean };
  readonly email?: { readonly enable_signup?: boolean };
  readonly passkey?: { readonly enabled?: boolean };
  readonly external?: { readonly [name: string]: { readonly enabled?: unknown } };
}
