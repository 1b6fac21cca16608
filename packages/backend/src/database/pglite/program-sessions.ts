import type { ProgramSession, SessionOptions } from "../program-session.ts";
import type { Scheduler } from "./scheduler.ts";

/** The sessions of programs that are connected to the database's port. */
export class ProgramSessions {
  readonly #scheduler: Scheduler;
  readonly #sessions = new Map<number, SessionOptions>();
  #lastSession = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async open(options: SessionOptions): Promise<ProgramSession> {
    const scheduler = this.#scheduler;
    const session = ++this.#lastSession;
    const { user, settings } = options;
    const [result] = await scheduler.runExclusive(
      (request) => request({ kind: "open session", session, user, settings }),
      { limits: {} },
    );
    this.#sessions.set(session, options);
    return {
      reported: result?.rows[0] as Readonly<Record<string, string>>,
      get longestWaitMs() {
        return scheduler.longestWaitMs;
      },
      hold: (work, signal) =>
        scheduler.runExclusive(
          (_, processMessages) =>
            work(({ bytes, before }, partner) =>
              processMessages(
                { kind: "process messages", session, bytes, preamble: before },
                partner,
              ),
            ),
          { limits: {}, signal },
        ),
      close: async (bytes) => {
        // The session is already gone if its thread has ended.
        if (!this.#sessions.delete(session)) return;
        await scheduler.runExclusive(
          (request) => request({ kind: "close session", session, bytes }),
          {
            limits: {},
          },
        );
      },
    };
  }

  notify(session: number, channel: string, payload: string): void {
    this.#sessions.get(session)?.onNotify(channel, payload);
  }

  /** Ends all sessions, because their thread has ended. */
  endAll(): void {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { onLoss } of sessions) onLoss();
  }
}
