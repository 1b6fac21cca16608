import { createHash, randomBytes } from "node:crypto";
import { questionAt } from "../src/auth/consent-address.ts";
import { answerQuestion, readQuestion } from "../src/consent/question.ts";
import type { TestBackend } from "./backend.ts";
import { dataClient, filesClient, type Person } from "./person.ts";

const callback = "http://127.0.0.1:9/callback";

/** Lets an application sign a person in, with that scope, and gives the clients of the application. */
export async function letIn(
  { auth }: Person,
  backend: TestBackend,
  scope: string,
): Promise<Pick<Person, "data" | "files"> & { token: string }> {
  const wire = `${backend.origin}/auth/v1`;
  const introduced = await fetch(`${wire}/admin/oauth/clients`, {
    method: "POST",
    headers: { apikey: backend.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Engines",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = await introduced.json();

  const verifier = randomBytes(32).toString("base64url");
  const question = new URLSearchParams({
    ...{ client_id, redirect_uri: callback, response_type: "code", scope },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const asked = await fetch(`${wire}/oauth/authorize?${question}`, { redirect: "manual" });
  const id = questionAt(new URL(asked.headers.get("location") ?? "").search) ?? "";
  await readQuestion(auth, id);
  const answer = new URL(await answerQuestion(auth, id, "approve"));

  const exchanged = await fetch(`${wire}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", client_id, redirect_uri: callback },
      ...{ code: answer.searchParams.get("code") ?? "", code_verifier: verifier },
    }),
  });
  const { access_token: token }: { access_token: string } = await exchanged.json();
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  return { data: dataClient(backend, send), files: filesClient(backend, send), token };
}
