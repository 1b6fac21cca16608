import { type Finding, wrong } from "./finding.ts";
import { errorReason, fetchOrError } from "./service.ts";

/** Fetches the page with the forms, and evaluates its content security policy as a browser would. */
export async function examinePage(
  pageUrl: string,
  serviceUrl: string | undefined,
): Promise<Finding[]> {
  const response = await fetchOrError(pageUrl);
  if (response instanceof Error) {
    return [
      wrong(
        `${pageUrl} does not respond (${errorReason(response)}).`,
        "Start the application first.",
      ),
    ];
  }
  const header = response.headers.get("content-security-policy");
  const html = await response.text();
  const [, metaPolicy] =
    /<meta[^>]+content-security-policy["'][^>]+content="([^"]*)"/i.exec(html) ?? [];
  return [header, metaPolicy].flatMap((policy) =>
    policy ? policyFindings(policy, new URL(pageUrl), serviceUrl) : [],
  );
}

function policyFindings(policy: string, page: URL, serviceUrl: string | undefined): Finding[] {
  const directives = new Map(
    policy
      .split(";")
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name.toLowerCase(), sources]),
  );
  const findSources = (...names: string[]) => {
    const name = names.find((item) => directives.has(item));
    return name === undefined ? undefined : { name, list: directives.get(name) ?? [] };
  };
  const findings: Finding[] = [];
  const connectSources = findSources("connect-src", "default-src");
  const origin = new URL(serviceUrl ?? page).origin;
  if (connectSources && !allows(connectSources.list, origin, page)) {
    findings.push(
      wrong(
        `The page may not call ${origin}: its content security policy has ${connectSources.name} ` +
          `${connectSources.list.join(" ")}. Every form reports that the server cannot be reached.`,
        `Add ${origin} to connect-src.`,
      ),
    );
  }
  const styleSources = findSources("style-src-elem", "style-src", "default-src");
  if (styleSources && !allows(styleSources.list, page.origin, page)) {
    findings.push(
      wrong(
        `The forms have no style: the content security policy has ${styleSources.name} ${styleSources.list.join(" ")}.`,
        "Add 'self' to style-src; the kit's style sheet is a file of the application.",
      ),
    );
  }
  return findings;
}

/** Returns whether a CSP source list allows an origin (https://www.w3.org/TR/CSP3/#match-url-to-source-list). */
function allows(sourceList: readonly string[], origin: string, page: URL): boolean {
  const { protocol, host, hostname } = new URL(origin);
  return sourceList.some((source) => {
    if (source === "*" || source === protocol) return true;
    if (source === "'self'") return origin === page.origin;
    const [, scheme, sourceHost = "", port] =
      /^(?:(https?):\/\/)?([^/:]+)(:[^/]+)?/.exec(source) ?? [];
    if (scheme && `${scheme}:` !== protocol) return false;
    if (port && port !== ":*" && `${hostname}${port}` !== host) return false;
    return sourceHost.startsWith("*.")
      ? hostname.endsWith(sourceHost.slice(1))
      : sourceHost === hostname;
  });
}
