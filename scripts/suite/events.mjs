/**
 * The messages of a test runner while it runs. Both reporters in this folder send these messages to the process that
 * started the runner, so that the results of an interrupted run are not lost.
 *
 * @typedef {{ kind: "planned", files: string[] }} Planned the files that will run, relative to the repository
 * @typedef {object} Started
 * @property {"started"} kind
 * @property {string} id
 * @property {string} file
 * @property {string} title the full title
 *
 * @typedef {object} Finished
 * @property {"finished"} kind
 * @property {string} id
 * @property {string} file
 * @property {string} title
 * @property {"passed" | "failed" | "skipped"} status
 * @property {string} [reason] why it was skipped, if the test gives a reason
 *
 * @typedef {object} FileFinished
 * @property {"file"} kind
 * @property {string} file
 * @property {number} durationMs
 *
 * @typedef {object} RunError an error outside every test: a file that does not load, a hook, a rejected promise
 * @property {"error"} kind
 * @property {string} file empty if the error belongs to no file
 * @property {string} title
 *
 * @typedef {Planned | Started | Finished | FileFinished | RunError} Event
 */

/**
 * Sends an event to the parent process, if it listens.
 *
 * @param {Event} event
 */
export function emit(event) {
  if (process.connected) process.send?.(event);
}
