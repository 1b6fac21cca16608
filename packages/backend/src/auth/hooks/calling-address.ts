import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Next } from "hono";
import { clientAddress } from "../../http/client-address.ts";

/**
 * Every hook is told the address of the request, but is called from deep within the code that serves it.
 * So the address travels beside the arguments.
 */
const addresses = new AsyncLocalStorage<string | undefined>();

/** Middleware that stores the address for the rest of the request. */
export function storeCallerAddress(c: Context, next: Next): Promise<void> {
  return addresses.run(clientAddress(c), next);
}

/** The address of the current request. */
export function currentAddress(): string | undefined {
  return addresses.getStore();
}

/** Does a request's work after its answer: hooks are told that request's address. */
export function runWithCallerAddress<Outcome>(
  address: string | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  return addresses.run(address, work);
}
