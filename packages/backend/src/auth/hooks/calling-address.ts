import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Next } from "hono";
import { clientAddress } from "../../http/client-address.ts";

/**
 * Every hook is told from which address the request came, and is asked from deep within what serves
 * it. So the address goes along beside the arguments.
 */
const addresses = new AsyncLocalStorage<string | undefined>();

/** Middleware: the rest of the request knows its address. */
export function rememberCaller(c: Context, next: Next): Promise<void> {
  return addresses.run(clientAddress(c), next);
}

/** The address of the request that is being served. */
export function currentAddress(): string | undefined {
  return addresses.getStore();
}

/** Does what a request asked for once it is answered: hooks are told that request's address. */
export function asCaller<Outcome>(
  address: string | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  return addresses.run(address, work);
}
