import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AuthSettings } from "@portico/react/plugins";
import { parse } from "smol-toml";
import { createServer, type Plugin } from "vite";

/** The element of the built page that the prerendered markup replaces. */
const emptyRoot = '<div id="root"></div>';

/**
 * Prerenders the sign-in page into index.html, so that it is painted before the script has loaded. The script
 * hydrates it. `shell.html` is the page without markup, for a server whose settings differ from the prerendered ones.
 *
 * @param hosted the hosted backend, whose settings the build fetches; undefined for a build that the embedded backend
 *   serves
 */
export function prerenderPlugin(hosted: HostedBackend | undefined): Plugin {
  let root: string;
  let folder: string;
  return {
    name: "portico-prerendered",
    apply: "build",
    configResolved({ root: viteRoot, build }) {
      root = viteRoot;
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const shell = await readFile(join(folder, "index.html"), "utf8");
        const pages = await renderPages(root, shell, hosted);
        await writeFile(join(folder, "shell.html"), shell);
        for (const [name, page] of pages) await writeFile(join(folder, name), page);
      },
    },
  };
}

type HostedBackend = import("../src/data/configuration.ts").Configuration;

/** Settings that fit every backend. The page adds the rest once it has fetched the backend's settings. */
const minimalSettings: AuthSettings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: true,
  passkeys_enabled: false,
  saml_enabled: false,
};

/** Fetches the settings of a hosted backend. */
async function fetchHostedSettings(
  hosted: HostedBackend,
  fetchSettings: PrerenderModule["fetchSettings"],
): Promise<AuthSettings> {
  const settings = await fetchSettings(hosted);
  if (!settings) {
    console.warn(
      `${hosted.url}/auth/v1/settings did not respond. The page shows e-mail and password at first, and ` +
        "other ways to sign in a moment later. To change that, build where the project can be reached.",
    );
  }
  return settings ?? minimalSettings;
}

type PrerenderModule = Pick<
  typeof import("../src/start/prerender.tsx"),
  "languages" | "prerender" | "fetchSettings"
>;

/** Renders a page for each language, English as `index.html`. */
async function renderPages(
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
    const prerenderModule = await vite.ssrLoadModule("/src/start/prerender.tsx");
    const { languages, prerender, fetchSettings }: PrerenderModule = {
      languages: prerenderModule["languages"],
      prerender: prerenderModule["prerender"],
      fetchSettings: prerenderModule["fetchSettings"],
    };
    const settings = await (hosted
      ? fetchHostedSettings(hosted, fetchSettings)
      : projectSettings(root));
    // The style sheet comes first: it blocks the first paint, and the script does not.
    const document = shell.replace(
      '<script type="module"',
      '<script type="module" fetchpriority="low"',
    );
    // With this attribute the style sheet keeps room at the end for sign-in methods that appear later, so that nothing
    // moves.
    const lateAttribute = settings === minimalSettings ? ' data-methods="late"' : "";
    const codes = languages.map(({ code }) => code).join(" ");
    return await Promise.all(
      languages.map(
        async ({ code, direction }): Promise<[string, string]> => [
          code === "en" ? "index.html" : `index.${code}.html`,
          withMarkup(await prerender(settings, code), document, settings).replace(
            '<html lang="en" dir="ltr">',
            `<html lang="${code}" dir="${direction}" data-languages="${codes}"${lateAttribute}>`,
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
  if (!body.includes("<form") || !shell.includes(emptyRoot))
    throw new Error("The page was not prerendered.");
  // The Content-Security-Policy forbids inline styles.
  if (/ style="/.test(body)) throw new Error("The prerendered markup has inline styles.");
  const settingsAttribute = JSON.stringify(settings).replaceAll('"', "&quot;");
  return shell
    .replace(emptyRoot, () => `<div id="root" data-settings="${settingsAttribute}">${body}</div>`)
    .replace("<title>Portico</title>", () => title);
}

/** Reads the settings of the embedded backend from supabase/config.toml. */
async function projectSettings(root: string): Promise<AuthSettings> {
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

/** The part of `[auth]` that the page shows. */
interface ProjectAuth {
  readonly enable_signup?: boolean;
  readonly enable_anonymous_sign_ins?: boolean;
  readonly sms?: { readonly enable_signup?: boolean };
  readonly email?: { readonly enable_signup?: boolean };
  readonly passkey?: { readonly enabled?: boolean };
  readonly external?: { readonly [name: string]: { readonly enabled?: unknown } };
}
