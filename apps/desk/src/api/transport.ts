let send: typeof fetch = (input, init) => fetch(input, init);

/** Sends a request to the API. */
export const sendToApi: typeof fetch = (input, init) => send(input, init);

/** Replaces `fetch` as the function that sends API requests, for a backend that runs in a tab. */
export function replaceTransport(transport: typeof fetch): void {
  send = transport;
}
