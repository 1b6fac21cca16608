const parent = process.ppid;

/**
 * Calls back once when the process that started this one has ended. A shell runs between npm and its script. A signal
 * sent to npm reaches only that shell, which ends without forwarding it, so the script would be orphaned. A script
 * that was started without npm has no such shell, and may be meant to outlive its parent.
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
