/** Hands tokens from a widget to the next caller. Each is good for one try. */
export interface Tokens {
  /** The next token: at once when the widget has one, else as soon as it does. */
  take(): Promise<string>;
  /** The widget has one. */
  offer(token: string): void;
  /** The one that was offered is too old. */
  expire(): void;
  /** There will be none: every caller that waits is refused with this. */
  fail(error: Error): void;
  /** True when one was taken since this was last asked. */
  spent(): boolean;
}

export function tokens(): Tokens {
  let ready: string | undefined;
  let refusal: Error | undefined;
  let taken = false;
  let waiting: { give(token: string): void; refuse(error: Error): void }[] = [];

  return {
    take() {
      taken = true;
      const token = ready;
      ready = undefined;
      if (token !== undefined) return Promise.resolve(token);
      if (refusal) return Promise.reject(refusal);
      return new Promise((give, refuse) => waiting.push({ give, refuse }));
    },
    offer(token) {
      refusal = undefined;
      const first = waiting.shift();
      if (first) first.give(token);
      else ready = token;
    },
    expire() {
      ready = undefined;
    },
    fail(error) {
      refusal = error;
      for (const one of waiting) one.refuse(error);
      waiting = [];
    },
    spent() {
      const was = taken;
      taken = false;
      return was;
    },
  };
}
