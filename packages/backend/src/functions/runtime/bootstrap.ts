/** The environment variables that pass settings to {@link bootstrap}, which removes them. */
export const bootstrapVariables = {
  /** The prefix of each variable that the function sees. */
  prefix: "PORTICO_FUNCTION_",
  secret: "PORTICO_RELAY_SECRET",
  temporary: "PORTICO_TEMPORARY",
} as const;

/** The header of each relayed request. Its value is the worker's secret, and for a probe the secret and "probe". */
export const relayHeader = "x-portico-relay";

/**
 * The module that a worker evaluates before its function. It makes the function listen on a free port of this machine
 * and prints that port, because functions name no port, or one that is only free on the hosted service. Other programs
 * on this machine could reach the port and bypass `verify_jwt`, so the worker only accepts requests with the secret.
 *
 * The module must finish before the first line of the function runs, so it cannot use `await`.
 *
 * Functions that use the `serve` of std before 0.200 call `Deno.serveHttp`, which Deno 2 no longer has.
 */
export const bootstrap = `
import fs from "node:fs";

const secret = Deno.env.get("${bootstrapVariables.secret}");
const temporary = Deno.env.get("${bootstrapVariables.temporary}");
const listen = Deno.serve;
const report = (port) => Deno.stdout.writeSync(new TextEncoder().encode(secret + " " + port + "\\n"));
const define = (target, name, value) =>
  Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
let isServing = false;

// The client of "fetch" is created here, while the environment still contains the proxies.
fetch("data:,");
const variables = Object.entries(Deno.env.toObject());
for (const [name] of variables) Deno.env.delete(name);
for (const [name, value] of variables) {
  if (!name.startsWith("${bootstrapVariables.prefix}")) continue;
  Deno.env.set(name.slice(${bootstrapVariables.prefix.length}), value);
}

// Give the function another /tmp, because the one of the machine contains files and sockets of other programs. Keep the
// path of the project, which may be below /tmp.
const keptFolders = [temporary, Deno.cwd().replace(/[/]functions$/, "")];
const relocate = (path) => {
  const text = path instanceof URL && path.protocol === "file:" ? path.pathname : path;
  if (typeof text !== "string" || !/^\\/tmp(\\/|$)/.test(text)) return path;
  const isKept = keptFolders.some((folder) => text === folder || text.startsWith(folder + "/"));
  return isKept ? path : temporary + text.slice(4);
};
const relocateIn = (target, names, count) => {
  for (const name of names) {
    const original = target[name];
    if (typeof original !== "function") continue;
    define(target, name, function (...args) {
      return original.apply(this, args.map((argument, index) => (index < count ? relocate(argument) : argument)));
    });
  }
};
const withSync = (names) => names.split(" ").flatMap((name) => [name, name + "Sync"]);
const onePath = "chmod chown lstat mkdir open readDir readFile readLink readTextFile realPath remove stat truncate utime writeFile writeTextFile";
relocateIn(Deno, ["create", "createSync", "chdir", ...withSync(onePath)], 1);
relocateIn(Deno, withSync("copyFile link rename symlink"), 2);
for (const name of withSync("makeTempDir makeTempFile")) {
  const original = Deno[name];
  define(Deno, name, (options) => original({ ...options, dir: relocate(options?.dir ?? "/tmp") }));
}
const onePathOfNode = "access appendFile chmod chown lstat mkdir mkdtemp open opendir readFile readdir readlink realpath rm rmdir stat truncate unlink utimes writeFile";
for (const target of [fs, fs.promises]) {
  relocateIn(target, ["createReadStream", "createWriteStream", "existsSync", ...withSync(onePathOfNode)], 1);
  relocateIn(target, withSync("copyFile cp link rename symlink"), 2);
}
Deno.env.set("TMPDIR", temporary);

const withRelayCheck = (handler) => (request, info) => {
  const proof = request.headers.get("${relayHeader}");
  if (proof === secret + " probe") return new Response(null, { status: 204 });
  if (proof !== secret) return new Response(null, { status: 403 });
  const headers = new Headers(request.headers);
  headers.delete("${relayHeader}");
  Object.defineProperty(request, "headers", { value: headers });
  return handler(request, info);
};

const serve = (...args) => {
  isServing = true;
  const [options] = args;
  const handler = args.find((argument) => typeof argument === "function") ?? options?.handler;
  const { onError, signal } = typeof options === "object" ? options : {};
  return listen(
    { hostname: "127.0.0.1", port: 0, onError, signal, onListen: ({ port }) => report(port) },
    withRelayCheck(handler),
  );
};
define(Deno, "serve", serve);

const waiting = [];
const events = [];
define(Deno, "listen", () => {
  serve((request) => new Promise((resolve) => {
    const event = { request, respondWith: async (response) => resolve(await response) };
    const next = waiting.shift();
    if (next) next(event);
    else events.push(event);
  }));
  let isAccepted = false;
  const address = { transport: "tcp", hostname: "127.0.0.1", port: 0 };
  const connection = { localAddr: address, remoteAddr: address, rid: 0, close() {} };
  const accept = () => {
    if (isAccepted) return new Promise(() => {});
    isAccepted = true;
    return Promise.resolve(connection);
  };
  return {
    addr: address,
    accept,
    close() {},
    async *[Symbol.asyncIterator]() {
      for (;;) yield await accept();
    },
  };
});
define(Deno, "serveHttp", () => {
  const nextRequest = () =>
    events.length > 0
      ? Promise.resolve(events.shift())
      : new Promise((resolve) => waiting.push(resolve));
  return {
    rid: 0,
    nextRequest,
    close() {},
    async *[Symbol.asyncIterator]() {
      for (;;) yield await nextRequest();
    },
  };
});

// A server that is killed cannot stop its workers, so a worker exits when its parent process changes.
const server = Deno.ppid;
Deno.unrefTimer(setInterval(() => { if (Deno.ppid !== server) Deno.exit(); }, 1000));

globalThis.EdgeRuntime = { waitUntil: (work) => void Promise.resolve(work).catch(console.error) };

export const serveExports = (module) => {
  const exported = module.default;
  const handler = exported?.fetch ?? (typeof exported === "function" && exported);
  if (!isServing && handler) serve((request, info) => handler.call(exported, request, info));
};
`;

/**
 * Returns the main module of a worker, which the worker reads from standard input. Deno caches modules by URL, so both
 * modules must have the same URL at each start of a worker.
 *
 * Deno requires no permission for the static imports of the main module, nor for those of the imported modules. It
 * requires a permission for dynamic imports whose specifier is not a literal.
 */
export const mainModule = (entrypoint: string) => `
import { serveExports } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(bootstrap)}`)};
const entrypoint = ${JSON.stringify(entrypoint)};
serveExports(await import(entrypoint));
`;
