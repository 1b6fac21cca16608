import { safeDecode } from "./safe-decode.ts";
import { type SentRequest, secretKeyPlaceholder, tokenPlaceholder } from "./to-curl.ts";

interface Project {
  readonly url: string;
  readonly publishableKey: string;
}

/**
 * Returns a request to the REST API, the auth API or a function as supabase-js code. Returns undefined if supabase-js
 * has no call for it.
 */
export function toSupabaseJs(request: SentRequest, project: Project): string | undefined {
  const call = toCall(request);
  if (call === undefined) return undefined;
  const { caller } = request;
  const key = caller.role === "service_role" ? secretKeyPlaceholder : project.publishableKey;
  // `accessToken` is supabase-js's option for a token that its own auth client did not issue.
  const options =
    caller.user !== null && request.wire !== "auth"
      ? `, {\n  accessToken: async () => ${literal(tokenPlaceholder)},\n}`
      : "";
  return `import { createClient } from "@supabase/supabase-js";

const supabase = createClient(${literal(project.url)}, ${literal(key)}${options});

const { data, error } = await supabase${call};
`;
}

const literal = (value: string) => JSON.stringify(value);

const toCall = (request: SentRequest) => {
  if (request.wire === "rest") return restCall(request);
  return request.wire === "functions" ? functionCall(request) : authCall(request);
};

function functionCall({ method, path, headers, body }: SentRequest): string {
  const isJson = headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /json/.test(value),
  );
  // supabase-js sends POST by default, and sets the content type of a JSON body itself.
  const otherHeaders = headers.filter(([name]) => !(isJson && /^content-type$/i.test(name)));
  const options = [
    ...(method === "POST" ? [] : [`method: ${literal(method)}`]),
    ...(otherHeaders.length === 0
      ? []
      : [`headers: ${JSON.stringify(Object.fromEntries(otherHeaders))}`]),
    ...(body === null ? [] : [`body: ${isJson ? body : literal(body)}`]),
  ];
  const end = options.length === 0 ? "" : `, {\n    ${options.join(",\n    ")},\n  }`;
  return `\n  .functions.invoke(${literal(path.slice("/functions/v1/".length))}${end})`;
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
    ...(count ? [`count: ${literal(count)}`] : []),
    ...(method === "HEAD" ? ["head: true"] : []),
  ];
  const withOptions = options.length > 0 ? `, { ${options.join(", ")} }` : "";
  const returningCall = prefer.includes("return=representation")
    ? [`.select(${select ? literal(select) : ""})`]
    : [];
  const { limit, offset } = Object.fromEntries(parameters);
  const range =
    offset && limit ? [`.range(${Number(offset)}, ${Number(offset) + Number(limit) - 1})`] : [];
  const filters = parameters
    .filter(([parameter]) => range.length === 0 || parameter !== "limit")
    .flatMap(([parameter, value]) => filterCall(parameter, value))
    .concat(range);
  const modifiers = modifiersFor(header("accept"));
  const calls = [...(schema && schema !== "public" ? [`.schema(${literal(schema)})`] : [])];
  if (name.startsWith("rpc/")) {
    const isGet = method === "GET" || method === "HEAD";
    const values = Object.fromEntries(parameters.filter(([parameter]) => parameter !== "select"));
    const args = isGet ? JSON.stringify(values) : (body ?? "{}");
    const rpcOptions = isGet ? [...options, "get: true"] : options;
    const end = rpcOptions.length > 0 ? `, { ${rpcOptions.join(", ")} }` : "";
    calls.push(
      `.rpc(${literal(name.slice(4))}, ${args}${end})`,
      ...(isGet ? [] : filters),
      ...modifiers,
    );
    return joinCalls(calls);
  }
  if (name === "" || name.includes("/")) return undefined;
  calls.push(`.from(${literal(name)})`);
  if (method === "GET" || method === "HEAD") {
    calls.push(`.select(${literal(select ?? "*")}${withOptions})`, ...filters);
  } else if (method === "POST" && body !== null) {
    const conflict = parameters.find(([parameter]) => parameter === "on_conflict")?.[1];
    const isUpsert = prefer.includes("resolution=");
    const upsert = conflict ? `, { onConflict: ${literal(conflict)} }` : "";
    calls.push(
      isUpsert ? `.upsert(${body}${upsert})` : `.insert(${body}${withOptions})`,
      ...returningCall,
    );
  } else if (method === "PATCH" && body !== null) {
    calls.push(`.update(${body}${withOptions})`, ...filters, ...returningCall);
  } else if (method === "DELETE") {
    calls.push(
      `.delete(${options.length > 0 ? `{ ${options.join(", ")} }` : ""})`,
      ...filters,
      ...returningCall,
    );
  } else return undefined;
  return joinCalls([...calls, ...modifiers]);
}

const joinCalls = (calls: readonly string[]) => calls.map((call) => `\n  ${call}`).join("");

const modifiersFor = (accept = "") =>
  accept.includes("pgrst.object") ? [".single()"] : accept.includes("text/csv") ? [".csv()"] : [];

const simpleOperators = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"];

function filterCall(name: string, value: string): readonly string[] {
  if (["select", "columns", "on_conflict", "offset"].includes(name)) return [];
  if (name === "limit") return [`.limit(${Number(value)})`];
  if (name === "order") return value.split(",").map(orderCall);
  if (name === "or") return [`.or(${literal(value.replace(/^\((.*)\)$/, "$1"))})`];
  const [operator = "", ...rest] = value.split(".");
  const operand = rest.join(".");
  if (simpleOperators.includes(operator))
    return [`.${operator}(${literal(name)}, ${literal(operand)})`];
  if (operator === "is" && /^(null|true|false)$/.test(operand)) {
    return [`.is(${literal(name)}, ${operand})`];
  }
  if (operator === "not") {
    const [inner = "", ...innerRest] = rest;
    return [`.not(${literal(name)}, ${literal(inner)}, ${literal(innerRest.join("."))})`];
  }
  return [`.filter(${literal(name)}, ${literal(operator)}, ${literal(operand)})`];
}

function orderCall(item: string): string {
  const [column = "", ...modifiers] = item.split(".");
  const options = [
    ...(modifiers.includes("desc") ? ["ascending: false"] : []),
    ...(modifiers.includes("nullsfirst") ? ["nullsFirst: true"] : []),
    ...(modifiers.includes("nullslast") ? ["nullsFirst: false"] : []),
  ];
  return `.order(${literal(column)}${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
}

/**
 * Returns a request to the auth API as a supabase-js call. Passwords and codes are placeholders, because the server
 * replaces them when it records a request.
 */
function authCall({ wire, method, path, body }: SentRequest): string | undefined {
  if (wire !== "auth") return undefined;
  const [address = "", query = ""] = path.split("?");
  const endpoint = `${method} ${address.slice("/auth/v1".length)}`;
  const grant = new URLSearchParams(query).get("grant_type");
  const values = parseObject(body);
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
    return `.auth.resetPasswordForEmail(${literal(String(values["email"] ?? ""))})`;
  }
  if (endpoint === "GET /user") return ".auth.getUser()";
  if (endpoint === "PUT /user") return `.auth.updateUser(${body ?? "{}"})`;
  if (endpoint === "POST /logout") return ".auth.signOut()";
  return undefined;
}

function parseObject(body: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body ?? "{}");
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
