import type { Extension } from "@electric-sql/pglite";
import type { Flags, Interruptible } from "./interrupts.ts";

/** What Emscripten makes of PostgreSQL, as far as signals go. */
interface Emscripten {
  readonly wasmMemory?: { readonly buffer: ArrayBufferLike };
  readonly HEAPU8?: Uint8Array;
  /** Addresses of variables (`postgres/src/backend/utils/init/globals.c`). */
  readonly _InterruptPending?: number;
  readonly _QueryCancelPending?: number;
  readonly _MyLatch?: number;
  /** Gives the address of a setting's value, as text (`postgres/src/backend/utils/misc/guc.c`). */
  _GetConfigOption?(name: number, missingOk: 1, restricted: 0): number;
  _malloc?(size: number): number;
  /** Works a message off. */
  _PostgresMainLoopOnce?(): void;
  /** Sets the status by which PostgreSQL was left, and gives the last one. */
  _pgl_setPGliteExitStatus?(status: number): number;
}

/** What stands in for the signals that PostgreSQL has elsewhere. */
export interface Signals {
  /** An extension of PGlite by which that gets to PostgreSQL. */
  readonly extension: Extension;
  /** What another thread interrupts PostgreSQL by, once it is open; undefined where it cannot. */
  flags(): Flags | undefined;
}

/** PGlite's status for a `longjmp` to where PostgreSQL handles an error (`POSTGRES_MAIN_LONGJMP`). */
const longJump = 100;

/**
 * Says before each message how long it may take, by `statement_timeout`. PostgreSQL itself sets a timer
 * for that, which is one of JavaScript here: none fires while a statement runs.
 *
 * @param onLost called when something other than an error of PostgreSQL's ends a statement: PostgreSQL
 *   itself has ended then, or is in a state that nobody knows
 */
export function signalsFor(
  interruptible: Interruptible,
  onLost: (error: unknown) => void,
): Signals {
  let emscripten: Emscripten = {};

  const runOnce = (original: () => void) => {
    const timeout = settingOf(emscripten, "statement_timeout");
    return () => {
      interruptible.allow(timeout());
      try {
        original();
      } catch (error) {
        if (statusOf(error, emscripten) !== longJump) onLost(error);
        throw error;
      }
    };
  };

  return {
    extension: {
      name: "portico-signals",
      setup: async (_pglite, options: Emscripten) => {
        emscripten = options;
        return {
          emscriptenOpts: options,
          init: async () => {
            const { _PostgresMainLoopOnce: loop } = options;
            if (loop) options._PostgresMainLoopOnce = runOnce(loop);
          },
        };
      },
    },
    flags: () => flagsOf(emscripten),
  };
}

/** Reads a setting that is a whole number, in its own unit. */
function settingOf(emscripten: Emscripten, name: string): () => number {
  const { _malloc: allocate, _GetConfigOption: read } = emscripten;
  const bytes = Buffer.from(`${name}\0`);
  const address = allocate?.(bytes.length);
  if (!address || !read) return () => 0;
  emscripten.HEAPU8?.set(bytes, address);
  return () => {
    // Another one when the memory has grown.
    const { HEAPU8: memory } = emscripten;
    let at = read(address, 1, 0);
    let value = 0;
    for (let digit = memory?.[at]; digit; digit = memory?.[++at]) value = value * 10 + digit - 48;
    return value;
  };
}

function flagsOf({
  wasmMemory,
  _InterruptPending: interruptPending,
  _QueryCancelPending: queryCancelPending,
  _MyLatch: myLatch,
}: Emscripten): Flags | undefined {
  const memory = wasmMemory?.buffer;
  if (!(memory instanceof SharedArrayBuffer)) return undefined;
  if (!interruptPending || !queryCancelPending || !myLatch) return undefined;
  return { memory, interruptPending, queryCancelPending, myLatch };
}

/** By which PostgreSQL was left. The release that PostGIS is made for does not throw it. */
function statusOf(error: unknown, { _pgl_setPGliteExitStatus: exchange }: Emscripten): unknown {
  if (exchange) {
    const status = exchange(longJump);
    exchange(status);
    return status;
  }
  return typeof error === "object" && error !== null && "status" in error
    ? error.status
    : undefined;
}
