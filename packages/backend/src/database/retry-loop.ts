/** The number of attempts before the error is thrown. */
const defaultAttempts = 5;

/**
 * Retries work that fails because of concurrent work.
 *
 * @param mayRepeat returns whether a retry may succeed
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  mayRepeat: (error: unknown) => boolean,
  attempts = defaultAttempts,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!mayRepeat(error) || attempt === attempts) throw error;
      // A random delay, so that the same two transactions do not conflict again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}
