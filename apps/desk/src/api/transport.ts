let send: typeof fetch = (input, init) => fetch(input, init);

/** Sends a request of the API to its server. */
export const sendToApi: typeof fetch = (input, init) => send(input, init);

/** Sends the requests of the API by another function than `fetch`, for a backend that runs in a tab. */
export function replaceTransport(transport: typeof fetch): void {
  send = transport;
}
