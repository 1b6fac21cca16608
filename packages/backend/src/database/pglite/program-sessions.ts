import type { ProgramSession, SessionOptions } from "../port.ts";
import type { Scheduler } from "./scheduler.ts";

/** The sessions of programs that are connected to the database's port. */
export class ProgramSessions {
  readonly #scheduler: Scheduler;
  readonly #all = new Map<number, SessionOptions>();
  #last = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async open(options: SessionOptions): Promise<ProgramSession> {
    const scheduler = this.#scheduler;
    const session = ++this.#last;
    const { user, settings } = options;
    const [opened] = await scheduler.alone(
      (request) => request({ kind: "open session", session, user, settings }),
      { share: {} },
    );
    this.#all.set(session, options);
    return {
      reported: opened?.rows[0] as Readonly<Record<string, string>>,
      get longestWait() {
        return scheduler.longestWait;
      },
      hold: (work, signal) =>
        scheduler.alone(
          (_, processMessages) =>
            work(({ bytes, before }, partner) =>
              processMessages({ kind: "process messages", session, bytes, before }, partner),
            ),
          { share: {}, signal },
        ),
      close: async (bytes) => {
        // A new thread does not know the session.
        if (!this.#all.delete(session)) return;
        await scheduler.alone((request) => request({ kind: "close session", session, bytes }), {
          share: {},
        });
      },
    };
  }

  notify(session: number, channel: string, payload: string): void {
    this.#all.get(session)?.onNotify(channel, payload);
  }

  /** Ends all sessions, because their thread has ended. */
  lose(): void {
    const all = [...this.#all.values()];
    this.#all.clear();
    for (const { onLoss } of all) onLoss();
  }
}
