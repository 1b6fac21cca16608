import { safeDecode } from "./safe-decode.ts";
import { type SentRequest, secretKeyPlaceholder, tokenPlaceholder } from "./to-curl.ts";

interface Project {
  readonly url: string;
  readonly publishableKey: string;
}

/**
 * Writes a request to the REST API, the auth API or a function as supabase-js code. Returns undefined if supabase-js has
 * no call for it.
 */
export function toSupabaseJs(request: SentRequest, project: Project): string | undefined {
  const call = callOf(request);
  if (call === undefined) return undefined;
  const { caller } = request;
  const key = caller.role === "service_role" ? secretKeyPlaceholder : project.publishableKey;
  // `accessToken` is supabase-js's option for a token that its own auth client did not issue.
  const options =
    caller.user !== null && request.wire !== "auth"
      ? `, {\n  accessToken: async () => ${text(tokenPlaceholder)},\n}`
      : "";
  return `import { createClient } from "@supabase/supabase-js";

const supabase = createClient(${text(project.url)}, ${text(key)}${options});

const { data, error } = await supabase${call};
`;
}

const text = (value: string) => JSON.stringify(value);

const callOf = (request: SentRequest) => {
  if (request.wire === "rest") return restCall(request);
  return request.wire === "functions" ? functionCall(request) : authCall(request);
};

function functionCall({ method, path, headers, body }: SentRequest): string {
  const isJson = headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /json/.test(value),
  );
  // supabase-js sends POST unless it is told otherwise, and sets the type of a JSON body itself.
  const others = headers.filter(([name]) => !(isJson && /^content-type$/i.test(name)));
  const options = [
    ...(method === "POST" ? [] : [`method: ${text(method)}`]),
    ...(others.length === 0 ? [] : [`headers: ${JSON.stringify(Object.fromEntries(others))}`]),
    ...(body === null ? [] : [`body: ${isJson ? body : text(body)}`]),
  ];
  const end = options.length === 0 ? "" : `, {\n    ${options.join(",\n    ")},\n  }`;
  return `\n  .functions.invoke(${text(path.slice("/functions/v1/".length))}${end})`;
}

function restCall(request: SentRequest): string | undefined {
  const [address = "", query = ""] = request.path.split("?");
  const name = safeDecode(address.slice("/rest/v1/".length));
  const parameters = [...new URLSearchParams(query)];
  const { method, body } = request;
  const header = (headerName: string) => request.headers.find(([each]) => each === headerName)?.[1];
  const schema = header(
    method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile",
  );
  const prefer = header("prefer") ?? "";
  const select = parameters.find(([parameter]) => parameter === "select")?.[1];
  const count = /count=(exact|planned|estimated)/.exec(prefer)?.[1];
  const options = [
    ...(count ? [`count: ${text(count)}`] : []),
    ...(method === "HEAD" ? ["head: true"] : []),
  ];
  const withOptions = options.length > 0 ? `, { ${options.join(", ")} }` : "";
  const returned = prefer.includes("return=representation")
    ? [`.select(${select ? text(select) : ""})`]
    : [];
  const { limit, offset } = Object.fromEntries(parameters);
  const range =
    offset && limit ? [`.range(${Number(offset)}, ${Number(offset) + Number(limit) - 1})`] : [];
  const filters = parameters
    .filter(([parameter]) => range.length === 0 || parameter !== "limit")
    .flatMap(([parameter, value]) => filterCall(parameter, value))
    .concat(range);
  const ending = endingOf(header("accept"));
  const calls = [...(schema && schema !== "public" ? [`.schema(${text(schema)})`] : [])];
  if (name.startsWith("rpc/")) {
    const isGet = method === "GET" || method === "HEAD";
    const values = Object.fromEntries(parameters.filter(([parameter]) => parameter !== "select"));
    const args = isGet ? JSON.stringify(values) : (body ?? "{}");
    const rpcOptions = isGet ? [...options, "get: true"] : options;
    const end = rpcOptions.length > 0 ? `, { ${rpcOptions.join(", ")} }` : "";
    calls.push(`.rpc(${text(name.slice(4))}, ${args}${end})`, ...(isGet ? [] : filters), ...ending);
    return joinCalls(calls);
  }
  if (name === "" || name.includes("/")) return undefined;
  calls.push(`.from(${text(name)})`);
  if (method === "GET" || method === "HEAD") {
    calls.push(`.select(${text(select ?? "*")}${withOptions})`, ...filters);
  } else if (method === "POST" && body !== null) {
    const conflict = parameters.find(([parameter]) => parameter === "on_conflict")?.[1];
    const isUpsert = prefer.includes("resolution=");
    const upsert = conflict ? `, { onConflict: ${text(conflict)} }` : "";
    calls.push(
      isUpsert ? `.upsert(${body}${upsert})` : `.insert(${body}${withOptions})`,
      ...returned,
    );
  } else if (method === "PATCH" && body !== null) {
    calls.push(`.update(${body}${withOptions})`, ...filters, ...returned);
  } else if (method === "DELETE") {
    calls.push(
      `.delete(${options.length > 0 ? `{ ${options.join(", ")} }` : ""})`,
      ...filters,
      ...returned,
    );
  } else return undefined;
  return joinCalls([...calls, ...ending]);
}

const joinCalls = (calls: readonly string[]) => calls.map((call) => `\n  ${call}`).join("");

const endingOf = (accept = "") =>
  accept.includes("pgrst.object") ? [".single()"] : accept.includes("text/csv") ? [".csv()"] : [];

const simpleOperators = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"];

function filterCall(name: string, value: string): readonly string[] {
  if (["select", "columns", "on_conflict", "offset"].includes(name)) return [];
  if (name === "limit") return [`.limit(${Number(value)})`];
  if (name === "order") return value.split(",").map(orderCall);
  if (name === "or") return [`.or(${text(value.replace(/^\((.*)\)$/, "$1"))})`];
  const [operator = "", ...rest] = value.split(".");
  const operand = rest.join(".");
  if (simpleOperators.includes(operator)) return [`.${operator}(${text(name)}, ${text(operand)})`];
  if (operator === "is" && /^(null|true|false)$/.test(operand)) {
    return [`.is(${text(name)}, ${operand})`];
  }
  if (operator === "not") {
    const [inner = "", ...innerRest] = rest;
    return [`.not(${text(name)}, ${text(inner)}, ${text(innerRest.join("."))})`];
  }
  return [`.filter(${text(name)}, ${text(operator)}, ${text(operand)})`];
}

function orderCall(item: string): string {
  const [column = "", ...modifiers] = item.split(".");
  const options = [
    ...(modifiers.includes("desc") ? ["ascending: false"] : []),
    ...(modifiers.includes("nullsfirst") ? ["nullsFirst: true"] : []),
    ...(modifiers.includes("nullslast") ? ["nullsFirst: false"] : []),
  ];
  return `.order(${text(column)}${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
}

/** The server already replaced passwords and codes by placeholders when it recorded the request. */
function authCall({ wire, method, path, body }: SentRequest): string | undefined {
  if (wire !== "auth") return undefined;
  const [address = "", query = ""] = path.split("?");
  const endpoint = `${method} ${address.slice("/auth/v1".length)}`;
  const grant = new URLSearchParams(query).get("grant_type");
  const values = members(body);
  const contact = {
    ...(typeof values["email"] === "string" && { email: values["email"] }),
    ...(typeof values["phone"] === "string" && { phone: values["phone"] }),
  };
  const withPassword = JSON.stringify({ ...contact, password: "YOUR_PASSWORD" });
  if (endpoint === "POST /signup") return `.auth.signUp(${withPassword})`;
  if (endpoint === "POST /token" && grant === "password") {
    return `.auth.signInWithPassword(${withPassword})`;
  }
  if (endpoint === "POST /token" && grant === "refresh_token") return ".auth.refreshSession()";
  if (endpoint === "POST /otp") return `.auth.signInWithOtp(${JSON.stringify(contact)})`;
  if (endpoint === "POST /verify") {
    const type = String(values["type"] ?? "email");
    return `.auth.verifyOtp(${JSON.stringify({ ...contact, token: "YOUR_CODE", type })})`;
  }
  if (endpoint === "POST /recover") {
    return `.auth.resetPasswordForEmail(${text(String(values["email"] ?? ""))})`;
  }
  if (endpoint === "GET /user") return ".auth.getUser()";
  if (endpoint === "PUT /user") return `.auth.updateUser(${body ?? "{}"})`;
  if (endpoint === "POST /logout") return ".auth.signOut()";
  return undefined;
}

function members(body: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body ?? "{}");
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
