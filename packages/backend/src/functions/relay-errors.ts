/** Returns an error of the relay. The header lets clients distinguish it from an error of the function. */
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
