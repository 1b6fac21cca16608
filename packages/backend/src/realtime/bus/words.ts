import { type Told, UserPayload } from "../frames/frame.ts";
import type { Word } from "./port.ts";

/** The words that a bus needs for itself. */
export type Greeting = "hello" | "here" | "bye";

/** A sentence on the bus. */
export interface Sentence {
  /** The id of the process that says it. */
  readonly from: string;
  /** NOTIFY drops what is said twice in a transaction. */
  readonly number: number;
  readonly said: Greeting | Word;
}

export const written = (sentence: Sentence) =>
  JSON.stringify(sentence, (_, value: unknown) =>
    value instanceof UserPayload
      ? {
          user: value.event,
          encoding: value.encoding,
          body: value.body.toString(value.encoding === "json" ? "utf8" : "base64"),
        }
      : value,
  );

/** @param text by another process of the same program */
export function read(text: string): Sentence {
  const sentence = JSON.parse(text) as Sentence;
  const { said } = sentence;
  if (typeof said === "string" || said.kind !== "broadcast") return sentence;
  return { ...sentence, said: { ...said, told: toldOf(said.told) } };
}

interface WrittenPayload {
  readonly user: string;
  readonly encoding: UserPayload["encoding"];
  readonly body: string;
}

function toldOf(told: Told): Told {
  if (typeof told.payload === "string") return told;
  const { user, encoding, body } = told.payload as unknown as WrittenPayload;
  const bytes = Buffer.from(body, encoding === "json" ? "utf8" : "base64");
  return { ...told, payload: new UserPayload(user, encoding, bytes) };
}
