import { type Finding, wrong } from "./finding.ts";
import { get, reasonOf } from "./service.ts";

/** Fetches the page with the forms, and evaluates its content security policy as a browser would. */
export async function examinePage(page: string, service: string | undefined): Promise<Finding[]> {
  const response = await get(page);
  if (response instanceof Error) {
    return [
      wrong(`${page} does not respond (${reasonOf(response)}).`, "Start the application first."),
    ];
  }
  const header = response.headers.get("content-security-policy");
  const html = await response.text();
  const [, inPage] =
    /<meta[^>]+content-security-policy["'][^>]+content="([^"]*)"/i.exec(html) ?? [];
  return [header, inPage].flatMap((policy) =>
    policy ? policyFindings(policy, new URL(page), service) : [],
  );
}

function policyFindings(policy: string, page: URL, service: string | undefined): Finding[] {
  const directives = new Map(
    policy
      .split(";")
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name.toLowerCase(), sources]),
  );
  const sources = (...names: string[]) => {
    const name = names.find((item) => directives.has(item));
    return name === undefined ? undefined : { name, list: directives.get(name) ?? [] };
  };
  const findings: Finding[] = [];
  const connect = sources("connect-src", "default-src");
  const origin = new URL(service ?? page).origin;
  if (connect && !allows(connect.list, origin, page)) {
    findings.push(
      wrong(
        `The page may not call ${origin}: its content security policy has ${connect.name} ` +
          `${connect.list.join(" ")}. Every form reports that the server cannot be reached.`,
        `Add ${origin} to connect-src.`,
      ),
    );
  }
  const style = sources("style-src-elem", "style-src", "default-src");
  if (style && !allows(style.list, page.origin, page)) {
    findings.push(
      wrong(
        `The forms have no style: the content security policy has ${style.name} ${style.list.join(" ")}.`,
        "Add 'self' to style-src; the kit's style sheet is a file of the application.",
      ),
    );
  }
  return findings;
}

/** Returns whether a source list allows an origin (https://www.w3.org/TR/CSP3/#match-url-to-source-list). */
function allows(list: readonly string[], origin: string, page: URL): boolean {
  const { protocol, host, hostname } = new URL(origin);
  return list.some((source) => {
    if (source === "*" || source === protocol) return true;
    if (source === "'self'") return origin === page.origin;
    const [, scheme, name = "", port] = /^(?:(https?):\/\/)?([^/:]+)(:[^/]+)?/.exec(source) ?? [];
    if (scheme && `${scheme}:` !== protocol) return false;
    if (port && port !== ":*" && `${hostname}${port}` !== host) return false;
    return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : name === hostname;
  });
}
