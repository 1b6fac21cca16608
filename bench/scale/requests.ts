import type { Request } from "../load.ts";
import type { Started } from "../server.ts";
import type { Person } from "../stage.ts";
import type { Kind } from "./model.ts";

/** The requests to a server by kind. Each sign-up has its own address. */
export async function requestsOf(
  { publishable, origin }: Started,
  { email, password, id, accessToken }: Person,
  signUps: number,
): Promise<Record<Kind, readonly Request[]>> {
  // The requests come from many networks, like those of real users, so rate limits do not apply.
  const from = (number: number) => ({ "x-forwarded-for": `203.0.113.${number % 200}` });
  const json = { apikey: publishable, "content-type": "application/json" };
  const bearer = { apikey: publishable, authorization: `Bearer ${accessToken}` };
  const post = (path: string, body: object, number: number): Request => ({
    ...{ method: "POST", path, body: JSON.stringify(body) },
    headers: { ...json, ...from(number) },
  });
  const token = (type: string, body: object, number: number) =>
    post(`/auth/v1/token?grant_type=${type}`, body, number);
  const refreshTokens = await Promise.all(
    Array.from({ length: 50 }, async (_, number) => {
      const { path, ...init } = token("password", { email, password }, number);
      const answered = await fetch(`${origin}${path}`, init);
      return JSON.parse(await answered.text()).refresh_token as string;
    }),
  );
  const boards = await fetch(`${origin}/rest/v1/boards?select=id&limit=1`, { headers: bearer });
  const [board] = JSON.parse(await boards.text()) as { id: string }[];
  const content = "0123456789".repeat(10_000);
  const file = (number: number) => `/storage/v1/object/files/${id}/${number}.txt`;
  const upload = (number: number): Request => ({
    ...{ method: "POST", path: file(number), body: content },
    headers: { ...bearer, "content-type": "text/plain", "x-upsert": "true" },
  });
  const createMany = <Each>(count: number, make: (number: number) => Each) =>
    Array.from({ length: count }, (_, number) => make(number));
  return {
    "sign-in": createMany(200, (number) => token("password", { email, password }, number)),
    "sign-up": createMany(signUps, (number) =>
      post("/auth/v1/signup", { email: `new${number}@example.com`, password }, number),
    ),
    refresh: createMany(50, (number) =>
      token("refresh_token", { refresh_token: refreshTokens[number] }, number),
    ),
    "GET /user": createMany(50, () => ({ method: "GET", path: "/auth/v1/user", headers: bearer })),
    "select of ten rows": createMany(50, () => ({
      ...{ method: "GET", path: "/rest/v1/cards?select=*&order=created_at.desc&limit=10" },
      headers: bearer,
    })),
    insert: createMany(50, () => ({
      ...{ method: "POST", path: "/rest/v1/cards" },
      headers: { ...bearer, "content-type": "application/json" },
      body: JSON.stringify({ board_id: board?.id, title: "one more", body: "to be done" }),
    })),
    "upload of 100 kB": createMany(320, upload),
    "download of 100 kB": createMany(50, (number) => ({
      ...{ method: "GET", path: file(number).replace("object/", "object/authenticated/") },
      headers: bearer,
    })),
  };
}
