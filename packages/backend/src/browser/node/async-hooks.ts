/**
 * Browsers have no asynchronous context. The sources use it to attach the current request to log lines and hooks;
 * in a tab there is only one caller, so an empty store is enough.
 */
export class AsyncLocalStorage<Store> {
  run<Arguments extends unknown[], Outcome>(
    _store: Store,
    work: (...args: Arguments) => Outcome,
    ...args: Arguments
  ): Outcome {
    return work(...args);
  }

  getStore(): Store | undefined {
    return undefined;
  }
}
