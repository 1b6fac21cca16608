/**
 * Calls a function of the application in a task of its own: what it throws is the application's, and
 * no failure of the form.
 */
export function notify(call: () => void): void {
  queueMicrotask(call);
}
