import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { createServer, type Plugin } from "vite";

/** What of the built page is replaced. */
const place = '<div id="root"></div>';

/**
 * Puts the signed-out page into index.html as markup, rendered from the components themselves: it is seen
 * before any script runs, which then takes it over. `shell.html` is the page without, for a server that
 * offers something else than the page shows.
 *
 * @param hosted whether the backend is a hosted one, of which the build knows nothing: the page shows
 *   what the forms do by default
 */
export function prerendered({ hosted }: { hosted: boolean }): Plugin {
  let root: string;
  let folder: string;
  return {
    name: "portico-prerendered",
    apply: "build",
    configResolved({ root: here, build }) {
      root = here;
      folder = join(root, build.outDir);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const shell = await readFile(join(folder, "index.html"), "utf8");
        const settings = hosted ? { external: defaults } : await settingsOf(root);
        const pages = await pagesOf(root, shell, settings);
        await writeFile(join(folder, "shell.html"), shell);
        for (const [name, page] of pages) await writeFile(join(folder, name), page);
      },
    },
  };
}

/** What the forms offer by default. */
const defaults = { azure: true, email: true, github: true, google: true };

type Rendering = Pick<typeof import("../src/start/prerender.tsx"), "languages" | "prerender">;

/** A page for each language, English as `index.html`. */
async function pagesOf(root: string, shell: string, settings: object): Promise<[string, string][]> {
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
    const { languages, prerender }: Rendering = {
      languages: loaded["languages"],
      prerender: loaded["prerender"],
    };
    // early.js fetches it when the page is seen.
    const [element = "", script = ""] =
      /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(shell) ?? [];
    const still = shell.replace(element, "");
    const codes = languages.map(({ code }) => code).join(" ");
    return await Promise.all(
      languages.map(
        async ({ code, direction }): Promise<[string, string]> => [
          code === "en" ? "index.html" : `index.${code}.html`,
          withMarkup(await prerender(settings, code), still, settings).replace(
            '<html lang="en" dir="ltr">',
            `<html lang="${code}" dir="${direction}" data-languages="${codes}" data-script="${script}">`,
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
async function settingsOf(root: string): Promise<object> {
  const file = await readFile(join(root, "supabase", "config.toml"), "utf8");
  const { auth }: { auth?: ProjectAuth } = parse(file);
  const external = Object.entries(auth?.external ?? {})
    .filter(([, { enabled }]) => enabled === true)
    .map(([name]) => [name, true]);
  return {
    external: { ...Object.fromEntries(external), email: auth?.email?.enable_signup !== false },
    disable_signup: auth?.enable_signup === false,
    passkeys_enabled: auth?.passkey?.enabled === true,
  };
}

/** As far as the page shows something of it. */
interface ProjectAuth {
  readonly enable_signup?: boolean;
  readonly email?: { readonly enable_signup?: boolean };
  readonly passkey?: { readonly enabled?: boolean };
  readonly external?: { readonly [name: string]: { readonly enabled?: unknown } };
}
