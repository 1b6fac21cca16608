/**
 * Browsers have no context that goes along with asynchronous work. The sources name in it whose request they
 * serve, for lines of the log and for hooks; in a tab there is one caller.
 */
export class AsyncLocalStorage<Store> {
  run<Arguments extends unknown[], Outcome>(
    _store: Store,
    work: (...given: Arguments) => Outcome,
    ...given: Arguments
  ): Outcome {
    return work(...given);
  }

  getStore(): Store | undefined {
    return undefined;
  }
}
