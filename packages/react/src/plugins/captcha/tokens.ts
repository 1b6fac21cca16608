/** Passes tokens from a widget to the next caller. Each is valid for one attempt. */
export interface TokenQueue {
  /** Returns the next token, as soon as the widget has one. */
  take(): Promise<string>;
  /** Adds a token of the widget. */
  offer(token: string): void;
  /** Discards the token, which is too old. */
  expire(): void;
  /** Rejects all waiting callers: the widget will not provide a token. */
  fail(error: Error): void;
  /** Returns whether a token was taken since the last call. */
  spent(): boolean;
}

export function createTokenQueue(): TokenQueue {
  let ready: string | undefined;
  let failure: Error | undefined;
  let taken = false;
  let waiting: { resolve(token: string): void; reject(error: Error): void }[] = [];

  return {
    take() {
      taken = true;
      const token = ready;
      ready = undefined;
      if (token !== undefined) return Promise.resolve(token);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    offer(token) {
      failure = undefined;
      const first = waiting.shift();
      if (first) first.resolve(token);
      else ready = token;
    },
    expire() {
      ready = undefined;
    },
    fail(error) {
      failure = error;
      for (const item of waiting) item.reject(error);
      waiting = [];
    },
    spent() {
      const wasTaken = taken;
      taken = false;
      return wasTaken;
    },
  };
}
