import { longestName } from "../topic.ts";
/** A request over HTTP is refused, in the reference's words (`fallback_controller.ex`, its plugs). */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`The answer is ${status}.`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const unauthorized = () => new HttpRefusal(401, { message: "Unauthorized" });

/** An answer of Plug, which has no sentence of its own. */
export const refusedBody = (status: 400 | 413) =>
  new HttpRefusal(status, { message: status === 400 ? "Bad Request" : "Request Entity Too Large" });

/** In the words of Ecto. */
export const tooLong = `should be at most ${longestName} character(s)`;
