import type { Extension } from "@electric-sql/pglite";
import type { Flags, Interruptible } from "./interrupts.ts";

/** The part of Emscripten's PostgreSQL that concerns signals. */
interface Emscripten {
  readonly wasmMemory?: { readonly buffer: ArrayBufferLike };
  readonly HEAPU8?: Uint8Array;
  /** Addresses of variables (`postgres/src/backend/utils/init/globals.c`). */
  readonly _InterruptPending?: number;
  readonly _QueryCancelPending?: number;
  readonly _MyLatch?: number;
  /** Returns the address of a setting's value in text form (`postgres/src/backend/utils/misc/guc.c`). */
  _GetConfigOption?(name: number, missingOk: 1, restricted: 0): number;
  /** Sets a setting. */
  _SetConfigOption?(name: number, value: number, context: number, source: number): void;
  _PostgresSendReadyForQueryIfNecessary?(): void;
  _malloc?(size: number): number;
  /** Processes one message. */
  _PostgresMainLoopOnce?(): void;
  /** Sets PostgreSQL's exit status, and returns the previous one. */
  _pgl_setPGliteExitStatus?(status: number): number;
}

/** The replacement for PostgreSQL's signals. */
export interface Signals {
  /** The PGlite extension that installs this replacement in PostgreSQL. */
  readonly extension: Extension;
  /**
   * Returns the flags through which another thread interrupts PostgreSQL. Undefined until PostgreSQL is open, or if
   * this release cannot be interrupted.
   */
  flags(): Flags | undefined;
  /** Returns whether PostgreSQL is processing a message. */
  isRunning(): boolean;
  /** Sets whether the timeouts that would end PostgreSQL itself are reset to zero. */
  setFatalTimeoutsDisabled(isDisabled: boolean): void;
}

/** PGlite's status for a `longjmp` to PostgreSQL's error handler (`POSTGRES_MAIN_LONGJMP`). */
const longJumpStatus = 100;

/**
 * Sets a deadline before each message according to `statement_timeout`. PostgreSQL's own timer would be a JavaScript
 * timer here, which does not fire while a statement runs.
 *
 * @param onLost called when a statement ends in any way other than a PostgreSQL error: PostgreSQL itself has then
 * ended, or is in an unknown state
 */
export function signalsFor(
  interruptible: Interruptible,
  onLost: (error: unknown) => void,
): Signals {
  let emscripten: Emscripten = {};
  let isRunning = false;
  let areFatalTimeoutsDisabled = false;
  let disableFatalTimeouts = () => {};

  const withDeadline = (original: () => void) => {
    const timeout = createSettingReader(emscripten, "statement_timeout");
    return () => {
      interruptible.setTimeLimit(timeout());
      isRunning = true;
      try {
        original();
      } catch (error) {
        if (exitStatusOf(error, emscripten) !== longJumpStatus) onLost(error);
        throw error;
      } finally {
        isRunning = false;
        if (areFatalTimeoutsDisabled) disableFatalTimeouts();
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
            const { _PostgresMainLoopOnce: mainLoopOnce } = options;
            if (mainLoopOnce) options._PostgresMainLoopOnce = withDeadline(mainLoopOnce);
            disableFatalTimeouts = createTimeoutDisabler(options);
            const { _PostgresSendReadyForQueryIfNecessary: sendReadyForQuery } = options;
            if (!sendReadyForQuery) return;
            // PostgreSQL starts these timeouts when it is ready for the next message.
            options._PostgresSendReadyForQueryIfNecessary = () => {
              if (areFatalTimeoutsDisabled) disableFatalTimeouts();
              sendReadyForQuery();
            };
          },
        };
      },
    },
    flags: () => findFlags(emscripten),
    isRunning: () => isRunning,
    setFatalTimeoutsDisabled: (isDisabled) => {
      areFatalTimeoutsDisabled = isDisabled;
    },
  };
}

/** Returns a function that reads a whole-number setting in the setting's own unit. */
function createSettingReader(emscripten: Emscripten, name: string): () => number {
  const { _GetConfigOption: getConfigOption } = emscripten;
  const nameAddress = copyText(emscripten, name);
  if (!nameAddress || !getConfigOption) return () => 0;
  return () => {
    // Read the memory each time, because it becomes another object when it grows.
    const { HEAPU8: memory } = emscripten;
    let address = getConfigOption(nameAddress, 1, 0);
    let value = 0;
    for (let digit = memory?.[address]; digit; digit = memory?.[++address])
      value = value * 10 + digit - 48;
    return value;
  };
}

/** Timeouts that end a session. The embedded database has only one session. */
const fatalTimeouts = [
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "transaction_timeout",
];

/** `PGC_SUSET` and `PGC_S_SESSION` (postgres/src/include/utils/guc.h). */
const [superuser, session] = [5, 13];

function createTimeoutDisabler(emscripten: Emscripten): () => void {
  const { _SetConfigOption: setConfigOption } = emscripten;
  const zeroText = copyText(emscripten, "0");
  const timeouts = fatalTimeouts.map((name) => ({
    name: copyText(emscripten, name),
    value: createSettingReader(emscripten, name),
  }));
  return () => {
    for (const { name, value } of timeouts) {
      if (setConfigOption && zeroText && name && value() > 0)
        setConfigOption(name, zeroText, superuser, session);
    }
  };
}

/** Copies a text into PostgreSQL's memory, and returns its address. */
function copyText(emscripten: Emscripten, text: string): number | undefined {
  const bytes = Buffer.from(`${text}\0`);
  const address = emscripten._malloc?.(bytes.length);
  if (address) emscripten.HEAPU8?.set(bytes, address);
  return address;
}

function findFlags({
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

/**
 * Returns PostgreSQL's exit status for an error. The PGlite release that PostGIS was made for stores the status instead
 * of throwing it.
 */
function exitStatusOf(
  error: unknown,
  { _pgl_setPGliteExitStatus: setExitStatus }: Emscripten,
): unknown {
  if (setExitStatus) {
    const status = setExitStatus(longJumpStatus);
    setExitStatus(status);
    return status;
  }
  return typeof error === "object" && error !== null && "status" in error
    ? error.status
    : undefined;
}
