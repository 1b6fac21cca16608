import type { Backend } from "./backend.ts";

/** The playground's window. The desk's frame reads the running backend from it. */
interface PlaygroundWindow extends Window {
  portico?: Backend | undefined;
}

/** Publishes the running backend as `portico`, for the desk's frame and the browser's console. */
export function publishBackend(backend: Backend | undefined): void {
  (window as PlaygroundWindow).portico = backend;
}

/** Returns the running backend of the playground that shows this frame. */
export function backendOfParent(): Backend | undefined {
  return window.parent === window ? undefined : (window.parent as PlaygroundWindow).portico;
}
