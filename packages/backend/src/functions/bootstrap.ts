/**
 * The program that Deno runs for a function. It has the function listen on a free port of this machine, tells
 * that port, and imports the function. Functions name no port, or one that is theirs alone on the hosted service.
 *
 * `Deno.serveHttp` is there for functions that use the `serve` of std before 0.200: Deno 2 has it no more.
 */
export const bootstrap = `
const [entrypoint, secret] = Deno.args;
const listen = Deno.serve;
const tell = (port) => Deno.stdout.writeSync(new TextEncoder().encode(secret + " " + port + "\\n"));
const define = (name, value) => Object.defineProperty(Deno, name, { value, configurable: true });
let isServing = false;

const serve = (...given) => {
  isServing = true;
  const [options] = given;
  const handler = given.find((one) => typeof one === "function") ?? options?.handler;
  const { onError, signal } = typeof options === "object" ? options : {};
  return listen(
    { hostname: "127.0.0.1", port: 0, onError, signal, onListen: ({ port }) => tell(port) },
    handler,
  );
};
define("serve", serve);

const waiting = [];
const events = [];
define("listen", () => {
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
define("serveHttp", () => {
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

// Whoever started it may be killed, and then stops nothing.
const starter = Deno.ppid;
Deno.unrefTimer(setInterval(() => { if (Deno.ppid !== starter) Deno.exit(); }, 1000));

globalThis.EdgeRuntime = { waitUntil: (work) => void Promise.resolve(work).catch(console.error) };

const module = await import(entrypoint);
const handler = module.default?.fetch ?? (typeof module.default === "function" && module.default);
if (!isServing && handler) serve((request, info) => handler.call(module.default, request, info));
`;
