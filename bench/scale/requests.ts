import type { SignedInUser } from "../instruments/compared-servers.ts";
import type { Request } from "../instruments/load.ts";
import type { ServerCredentials } from "../instruments/server.ts";
import type { RequestKind } from "./model.ts";

/** Creates the requests of each kind. Each sign-up has its own e-mail address. */
export async function createRequests(
  { publishable, origin }: ServerCredentials,
  { email, password, id, accessToken }: SignedInUser,
  signUpCount: number,
): Promise<Record<RequestKind, readonly Request[]>> {
  // Send the requests from many networks, like those of real users, so that rate limits do not apply.
  const forwardedFor = (index: number) => ({ "x-forwarded-for": `203.0.113.${index % 200}` });
  const json = { apikey: publishable, "content-type": "application/json" };
  const bearer = { apikey: publishable, authorization: `Bearer ${accessToken}` };
  const postRequest = (path: string, body: object, index: number): Request => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
    headers: { ...json, ...forwardedFor(index) },
  });
  const tokenRequest = (type: string, body: object, index: number) =>
    postRequest(`/auth/v1/token?grant_type=${type}`, body, index);
  const refreshTokens = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { path, ...init } = tokenRequest("password", { email, password }, index);
      const response = await fetch(`${origin}${path}`, init);
      return JSON.parse(await response.text()).refresh_token as string;
    }),
  );
  const boardsResponse = await fetch(`${origin}/rest/v1/boards?select=id&limit=1`, {
    headers: bearer,
  });
  const [board] = JSON.parse(await boardsResponse.text()) as { id: string }[];
  const content = "0123456789".repeat(10_000);
  const filePath = (index: number) => `/storage/v1/object/files/${id}/${index}.txt`;
  const uploadRequest = (index: number): Request => ({
    method: "POST",
    path: filePath(index),
    body: content,
    headers: { ...bearer, "content-type": "text/plain", "x-upsert": "true" },
  });
  const createMany = <Each>(count: number, make: (index: number) => Each) =>
    Array.from({ length: count }, (_, index) => make(index));
  return {
    "sign-in": createMany(200, (index) => tokenRequest("password", { email, password }, index)),
    "sign-up": createMany(signUpCount, (index) =>
      postRequest("/auth/v1/signup", { email: `new${index}@example.com`, password }, index),
    ),
    refresh: createMany(50, (index) =>
      tokenRequest("refresh_token", { refresh_token: refreshTokens[index] }, index),
    ),
    "GET /user": createMany(50, () => ({ method: "GET", path: "/auth/v1/user", headers: bearer })),
    "select of ten rows": createMany(50, () => ({
      method: "GET",
      path: "/rest/v1/cards?select=*&order=created_at.desc&limit=10",
      headers: bearer,
    })),
    insert: createMany(50, () => ({
      method: "POST",
      path: "/rest/v1/cards",
      headers: { ...bearer, "content-type": "application/json" },
      body: JSON.stringify({ board_id: board?.id, title: "one more", body: "to be done" }),
    })),
    "upload of 100 kB": createMany(320, uploadRequest),
    "download of 100 kB": createMany(50, (index) => ({
      method: "GET",
      path: filePath(index).replace("object/", "object/authenticated/"),
      headers: bearer,
    })),
  };
}
