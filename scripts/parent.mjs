const parent = process.ppid;

/**
 * Calls back once when the process that started this one is gone.
 *
 * Between npm and its script stands a shell. A signal sent to npm reaches that shell alone, which
 * dies of it and passes nothing on: the script lives on as an orphan. A script that
 * was started without npm has no such shell, and may be meant to outlive its parent.
 *
 * @param {() => void} callback
 * @returns {() => void} stops watching
 */
export function onParentGone(callback) {
  if (!process.env["npm_lifecycle_event"]) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 100);
  timer.unref();
  return () => clearInterval(timer);
}
