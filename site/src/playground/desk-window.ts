import type { Backend } from "./backend.ts";

/** The window of the playground, which the desk's frame reads the running backend from. */
interface PlaygroundWindow extends Window {
  portico?: Backend | undefined;
}

/** Lets the desk's frame, and the browser's console, use the running backend as `portico`. */
export function publishBackend(backend: Backend | undefined): void {
  (window as PlaygroundWindow).portico = backend;
}

/** Returns the running backend of the playground that shows this frame. */
export function backendOfParent(): Backend | undefined {
  return window.parent === window ? undefined : (window.parent as PlaygroundWindow).portico;
}
