import { canonicalAddress, isLoopback, networkOf } from "./ip-address.ts";

/**
 * Counts connections for each client network. Loopback is not counted, because a single developer plays all users
 * there.
 */
export class NetworkCounts {
  readonly #countByNetwork = new Map<string, number>();

  of(address: string | undefined): number {
    const network = limitedNetworkOf(address);
    return network === undefined ? 0 : (this.#countByNetwork.get(network) ?? 0);
  }

  change(address: string | undefined, change: number): void {
    const network = limitedNetworkOf(address);
    if (network === undefined) return;
    const count = (this.#countByNetwork.get(network) ?? 0) + change;
    if (count > 0) this.#countByNetwork.set(network, count);
    else this.#countByNetwork.delete(network);
  }
}

/** Returns the network whose clients share limits. Undefined for loopback, and for text that is not an address. */
export function limitedNetworkOf(address: string | undefined): string | undefined {
  const canonical = address === undefined ? undefined : canonicalAddress(address);
  return canonical === undefined || isLoopback(canonical) ? undefined : networkOf(canonical);
}
