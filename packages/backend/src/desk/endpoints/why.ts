import { z } from "zod";
import { explainRequest, explainWithTest } from "../../why/explain-request.ts";
import { pgtapTest } from "../../why/pgtap/pgtap-test.ts";
import { inputMistake } from "../errors.ts";
import { toExplainOptions } from "../explain-options.ts";
import { type DataEndpoint, readBody, runAsShape } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

const whyShape = z.object({
  /** The id of a recent request, whose parts and caller are the defaults of the other members. */
  request: z.int().optional(),
  method: z.string().max(16).optional(),
  path: z
    .string()
    .max(64 * 1024)
    .optional(),
  headers: z
    .array(z.tuple([z.string().max(200), z.string().max(8_000)]))
    .max(50)
    .optional(),
  body: z
    .string()
    .max(1024 * 1024)
    .optional(),
  as: runAsShape.optional(),
});

/** `POST /why`: explains the response to a request. */
export const postWhy: DataEndpoint = async (context, c) => {
  const body = await readBody(c, whyShape);
  return c.json(await withMistakes(() => explainRequest(toExplainOptions(context, body))));
};

/** `POST /why/test`: returns a pgTAP test of the response, without writing it to a file. */
export const postWhyTest: DataEndpoint = async (context, c) => {
  const { expects, ...body } = await readBody(
    c,
    whyShape.extend({ expects: z.enum(["present", "wanted"]) }),
  );
  const { explanation, test } = await withMistakes(() =>
    explainWithTest(toExplainOptions(context, body)),
  );
  if (!test)
    throw inputMistake("This request does not reach a table, so there is nothing to test.");
  return c.json({ text: pgtapTest(explanation, test, expects) });
};
