import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Next } from "hono";
import { clientAddress } from "../../http/caller/client-address.ts";

/**
 * Hooks receive the IP address of the request, but are called deep inside its handler. Async storage saves
 * passing the address through every function.
 */
const addresses = new AsyncLocalStorage<string | undefined>();

/** Middleware that stores the client's address for the rest of the request. */
export function storeCallerAddress(c: Context, next: Next): Promise<void> {
  return addresses.run(clientAddress(c), next);
}

/** Returns the client address of the current request. */
export function currentCallerAddress(): string | undefined {
  return addresses.getStore();
}

/** Runs work of a request after its response, with that request's address for hooks. */
export function runWithCallerAddress<Outcome>(
  address: string | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  return addresses.run(address, work);
}
