import { onTestFinished } from "vitest";

/** Collects the errors that the application throws outside of forms, until the test ends. */
export function collectUncaughtErrors(): readonly string[] {
  const messages: string[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    messages.push(event.message);
  };
  addEventListener("error", onError);
  onTestFinished(() => removeEventListener("error", onError));
  return messages;
}

/** Throws, like a faulty callback of an application. */
export function throwFault(): never {
  throw new Error("The application's fault");
}

/** The message that {@link collectUncaughtErrors} collects from {@link throwFault}. */
export const faultMessage = "Uncaught Error: The application's fault";
