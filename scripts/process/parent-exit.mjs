const parent = process.ppid;

/**
 * Calls the callback once when the parent process has ended. npm runs a script in a shell. A signal sent to npm reaches
 * only that shell, which ends without forwarding it, so the script would be orphaned. A script that was started without
 * npm is not watched, because it may be meant to outlive its parent.
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
