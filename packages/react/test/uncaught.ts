import { onTestFinished } from "vitest";

/** Collects the errors that the application throws outside of forms, for the rest of a test. */
export function uncaughtErrors(): readonly string[] {
  const messages: string[] = [];
  const watch = (event: ErrorEvent) => {
    event.preventDefault();
    messages.push(event.message);
  };
  addEventListener("error", watch);
  onTestFinished(() => removeEventListener("error", watch));
  return messages;
}

/** A callback of an application that throws. */
export function throwFault(): never {
  throw new Error("The application's fault");
}

/** The collected errors of {@link throwFault}. */
export const theFault = "Uncaught Error: The application's fault";
