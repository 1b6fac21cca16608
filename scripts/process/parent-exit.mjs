const parent = process.ppid;

/**
 * Calls the callback once when the parent process has ended. npm runs a script in a shell. A signal sent to npm reaches
 * only that shell, which ends without forwarding it, so the script would be orphaned. Without npm, the parent is not
 * watched, because the script may be meant to outlive it.
 *
 * @param {() => void} callback
 * @returns {() => void} stops watching
 */
export function onParentExit(callback) {
  if (!process.env["npm_lifecycle_event"]) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 100);
  timer.unref();
  return () => clearInterval(timer);
}
