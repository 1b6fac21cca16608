import { join, resolve, sep } from "node:path";
import type { Plugin, PreviewServer, UserConfig, ViteDevServer } from "vite";
import { closestProject } from "../config/closest-project.ts";
import { declareHidden } from "../config/dev-servers.ts";
import { readDatabaseVariables } from "../config/environment/settings.ts";
import {
  findRemoteProject,
  hasProjectUrl,
  readEnvFiles,
  withoutOwnUrls,
} from "../dev/variables-of-user.ts";
import type { Backend, BackendConsumer, BackendOptions } from "./backend.ts";
import { developmentConsumer, previewConsumer } from "./consumers.ts";
import { assignVariables, readUserVariables, withdrawVariables } from "./variables.ts";

/**
 * The options of the plugin. Paths are relative to Vite's root.
 *
 * @example
 * ```ts
 * import type { PorticoOptions } from "@portico/backend/vite";
 *
 * // A backend for demos that does not keep its data.
 * export const options: PorticoOptions = { project: "../backend", memory: true };
 * ```
 */
export interface PorticoOptions {
  /** The folder that contains `supabase/`. Defaults to the closest one from Vite's root upwards. */
  readonly project?: string;
  /** The directory of the embedded database. Defaults to `.portico` in the project. `DATABASE_URL` takes precedence. */
  readonly data?: string;
  /** Keeps the data in memory until Vite ends. */
  readonly memory?: boolean;
  /** Allows the files of `supabase/schemas` to delete data and objects. */
  readonly allowDrops?: boolean;
  /** Starts the backend in Vitest as well. */
  readonly inTests?: boolean;
}

/**
 * Runs the backend of a project in the process of `vite dev` and `vite preview`, and applies changes to the project's
 * files.
 *
 * The application receives `import.meta.env.VITE_SUPABASE_URL` and `VITE_SUPABASE_PUBLISHABLE_KEY`. Code on the server
 * receives the variables that `portico dev` sets. Does not change variables that are already set or are in `.env`.
 *
 * @example
 * ```ts
 * import { portico } from "@portico/backend/vite";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({ plugins: [portico()] });
 * ```
 */
export function portico(options: PorticoOptions = {}): Plugin {
  /** Returns the backend, or undefined if the Vite server that is being configured does not have one. */
  let getBackend: (() => Backend) | undefined;
  let setVariables = () => {};
  let project = "";
  /** The Vite servers of this plugin, oldest first. During a restart, the old server and the new one overlap. */
  const consumers: BackendConsumer[] = [];
  const backends = new Map<BackendConsumer, Backend>();

  async function removeConsumer(consumer: BackendConsumer): Promise<void> {
    await backends.get(consumer)?.remove(consumer);
    backends.delete(consumer);
    consumers.splice(0, consumers.length, ...consumers.filter((other) => other !== consumer));
  }

  function serve(server: ViteDevServer | PreviewServer, consumer: BackendConsumer): void {
    const backend = getBackend?.();
    if (!backend) return;
    const { close, printUrls } = server;
    const { logger } = server.config;
    const printAddresses = () => {
      for (const text of backend.addresses) logger.info(`  ➜  ${text}`);
    };
    server.close = async () => {
      await close();
      await removeConsumer(consumer);
    };
    server.printUrls = () => {
      printUrls();
      printAddresses();
    };
    if (server.config.server.middlewareMode) printAddresses();
    consumers.push(consumer);
    backends.set(consumer, backend);
    backend.add(consumer);
    // Open the backend after Vite listens, because loading its modules takes a second.
    const { httpServer } = server;
    if (!httpServer || httpServer.listening) void backend.open();
    else httpServer.once("listening", () => void backend.open());
  }

  return {
    name: "portico",
    config: {
      // Run first, because frameworks read the variables in their own hooks.
      order: "pre",
      async handler(config, { command, mode }) {
        getBackend = undefined;
        if (command !== "serve") return undefined;
        const root = resolve(config.root ?? ".");
        const backendOptions = resolveOptions(root, options);
        ({ project } = backendOptions);
        declareHidden(backendOptions.directory);
        const hidden = hideDirectory(config, backendOptions.directory);
        if (isDisabled(mode, options)) return hidden;
        withdrawVariables();
        const userVariables = readUserVariables(await envFilesOf(root, config, mode));
        const remote = findRemoteProject(userVariables);
        if (remote) {
          process.stdout.write(`${remote.name} is ${remote.url}, so no local backend starts.\n`);
          return hidden;
        }
        const { backendOf } = await import("./backend.ts");
        getBackend = () => backendOf(backendOptions);
        const backend = getBackend();
        await backend.announced;
        const otherVariables = withoutOwnUrls(userVariables, backend.configuredPort);
        setVariables = () => assignVariables(backend, otherVariables);
        setVariables();
        return hidden;
      },
    },
    configResolved({ command, mode, env, logger }) {
      if (command !== "build" || isDisabled(mode, options)) return;
      if (hasProjectUrl({ ...process.env, ...env })) return;
      logger.warnOnce(
        "VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY are not set, so the built application has no backend. Set them, for example in .env.production.",
      );
    },
    configureServer: (server) => serve(server, developmentConsumer(server, project)),
    configurePreviewServer: (server) =>
      serve(
        server,
        previewConsumer(server, () => setVariables()),
      ),
    // Use this hook for restarts, because Vite 8.3 and later do not call `close` then.
    async closeServer({ reason }) {
      const [oldest] = consumers;
      if (reason === "restart" && oldest) await removeConsumer(oldest);
    },
  };
}

const isDisabled = (mode: string, { inTests }: PorticoOptions): boolean =>
  inTests !== true && (mode === "test" || process.env["VITEST"] !== undefined);

const envFilesOf = async (root: string, { envDir }: UserConfig, mode: string) =>
  envDir === false ? {} : readEnvFiles(resolve(root, envDir ?? "."), mode);

function resolveOptions(root: string, options: PorticoOptions): BackendOptions {
  const project =
    options.project === undefined ? closestProject(root) : resolve(root, options.project);
  const directory =
    options.data === undefined ? join(project, ".portico") : resolve(root, options.data);
  const storage = options.memory
    ? { memory: true as const }
    : (readDatabaseVariables(process.env) ?? { directory });
  return { project, directory, storage, allowsDrops: options.allowDrops === true };
}

/** Vite's default for `server.fs.deny`. It is repeated here, because setting the option replaces it. */
const deniedFiles = [
  ".env",
  ".env.*",
  "*.{crt,pem,key,p12,pfx,cer,der}",
  ".npmrc",
  ".yarnrc.yml",
  "**/.git/**",
];

/** Returns settings that prevent Vite from watching and serving the database files. */
function hideDirectory({ server }: UserConfig, directory: string): UserConfig {
  const path = directory.replaceAll(sep, "/");
  const contentPattern = `${path.replaceAll(/[^\w\s/.:-]/g, "\\$&")}/**`;
  const isInside = (file: string) => `${file.replaceAll(sep, "/")}/`.startsWith(`${path}/`);
  return {
    server: {
      fs: { deny: server?.fs?.deny ? [contentPattern] : [...deniedFiles, contentPattern] },
      // `watch: null` disables watching, so keep it.
      ...(server?.watch === null ? {} : { watch: { ignored: [isInside] } }),
    },
  };
}
