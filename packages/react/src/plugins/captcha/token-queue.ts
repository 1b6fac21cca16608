/** Passes tokens from a widget to the next caller. Each is valid for one attempt. */
export interface TokenQueue {
  /** Returns the next token, as soon as the widget has one. */
  take(): Promise<string>;
  /** Passes a new token from the widget to the next caller. */
  add(token: string): void;
  /** Discards a token that has expired. */
  expire(): void;
  /** Rejects all waiting callers: the widget will not provide a token. */
  fail(error: Error): void;
  /** Returns whether `take` was called since the last call of `wasTaken`. */
  wasTaken(): boolean;
}

export function createTokenQueue(): TokenQueue {
  let unusedToken: string | undefined;
  let failure: Error | undefined;
  let isTaken = false;
  let waitingCallers: { resolve(token: string): void; reject(error: Error): void }[] = [];

  return {
    take() {
      isTaken = true;
      const token = unusedToken;
      unusedToken = undefined;
      if (token !== undefined) return Promise.resolve(token);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => waitingCallers.push({ resolve, reject }));
    },
    add(token) {
      failure = undefined;
      const caller = waitingCallers.shift();
      if (caller) caller.resolve(token);
      else unusedToken = token;
    },
    expire() {
      unusedToken = undefined;
    },
    fail(error) {
      failure = error;
      for (const caller of waitingCallers) caller.reject(error);
      waitingCallers = [];
    },
    wasTaken() {
      const result = isTaken;
      isTaken = false;
      return result;
    },
  };
}
