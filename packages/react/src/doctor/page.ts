import { type Tell, wrong } from "./finding.ts";

/** A violation of the page's Content-Security-Policy, as an event or a report has it. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blocked: string;
}

/**
 * Listens to what the page itself complains of: its security policy, and a React that is not its
 * own.
 */
export function watchPage(tell: Tell): () => void {
  const violated = (event: SecurityPolicyViolationEvent) =>
    tell(
      policyFinding({ effectiveDirective: event.effectiveDirective, blocked: event.blockedURI }),
    );
  const failed = ({ message }: ErrorEvent) => {
    if (isTwoReacts(message)) tell(twoReacts);
  };
  document.addEventListener("securitypolicyviolation", violated);
  addEventListener("error", failed);
  const stop = readEarlierReports(tell);
  return () => {
    document.removeEventListener("securitypolicyviolation", violated);
    removeEventListener("error", failed);
    stop();
  };
}

/**
 * The violations of the policy before the doctor listened, where the browser tells (Chromium does).
 */
function readEarlierReports(tell: Tell): () => void {
  if (typeof ReportingObserver === "undefined") return () => {};
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { effectiveDirective, blockedURL }: Record<string, unknown> = Object(body);
        if (typeof effectiveDirective === "string")
          tell(policyFinding({ effectiveDirective, blocked: String(blockedURL) }));
      }
    },
    { types: ["csp-violation"], buffered: true },
  );
  observer.observe();
  return () => observer.disconnect();
}

function policyFinding({ effectiveDirective: directive, blocked }: Violation) {
  const what = URL.canParse(blocked) ? new URL(blocked).origin : blocked || "something of the page";
  return wrong(
    `policy ${directive} ${what}`,
    `The Content-Security-Policy forbids ${what} (${directive})${effects[directive] ?? ""}.`,
    fixes[directive] ?? `Add ${URL.canParse(blocked) ? what : "it"} to ${directive}.`,
  );
}

const effects: Readonly<Record<string, string>> = {
  "connect-src": ": forms that call it say that the server cannot be reached",
  "style-src-elem": ": the forms have no style",
  "frame-src": ": a captcha stays empty",
};

const fixes: Readonly<Record<string, string>> = {
  "style-src-elem": "Add 'self' to style-src; the kit's style sheet is a file of the application.",
  "style-src-attr":
    "It is no style of the kit's sheet: appearance.style writes style attributes when rendered on a server; use appearance.className or variables.",
  "require-trusted-types-for":
    "Allow the policy that captcha() makes: trusted-types portico-captcha.",
};

/** React's message when a component has found another React than the page's. */
function isTwoReacts(message: string): boolean {
  return /reading 'use[A-Z]\w+'|Invalid hook call|Minified React error #321|Objects are not valid as a React child.*\$\$typeof/.test(
    message,
  );
}

export const twoReacts = wrong(
  "two-reacts",
  'There are two Reacts on this page: a component that finds the wrong one ends in "Cannot read properties of null (reading \'useState\')" or "Invalid hook call".',
  "Look for the second with npm ls react, bring what wants it up to date, then npm dedupe; or run portico doctor.",
);
