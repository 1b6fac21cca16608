/** An error of the relay, and not of the function: clients tell them apart by the header. */
export function relayError(status: number, code: string, message: string): Response {
  const headers = { "x-relay-error": "true" };
  return withCors(Response.json({ code, message }, { status, headers }));
}

/** Lets pages of any origin read the response. */
export function withCors(response: Response): Response {
  response.headers.set("access-control-allow-origin", "*");
  response.headers.set("access-control-expose-headers", "x-relay-error");
  return response;
}
