import { type Report, wrongFinding } from "./finding.ts";

/** The properties that a Content-Security-Policy violation has both as an event and as a report. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedUrl: string;
}

/**
 * Watches for violations of the page's security policy and for a second copy of React. Returns a function that stops
 * watching.
 */
export function watchPage(report: Report): () => void {
  const onViolation = (event: SecurityPolicyViolationEvent) =>
    report(
      policyFinding({ effectiveDirective: event.effectiveDirective, blockedUrl: event.blockedURI }),
    );
  const onError = ({ message }: ErrorEvent) => {
    if (isDuplicateReactError(message)) report(duplicateReactFinding);
  };
  document.addEventListener("securitypolicyviolation", onViolation);
  addEventListener("error", onError);
  const stop = readEarlierReports(report);
  return () => {
    document.removeEventListener("securitypolicyviolation", onViolation);
    removeEventListener("error", onError);
    stop();
  };
}

/** Reports violations that occurred before the doctor started, in browsers that keep them (Chromium does). */
function readEarlierReports(report: Report): () => void {
  if (typeof ReportingObserver === "undefined") return () => {};
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { effectiveDirective, blockedURL }: Record<string, unknown> = Object(body);
        if (typeof effectiveDirective === "string")
          report(policyFinding({ effectiveDirective, blockedUrl: String(blockedURL) }));
      }
    },
    { types: ["csp-violation"], buffered: true },
  );
  observer.observe();
  return () => observer.disconnect();
}

function policyFinding({ effectiveDirective: directive, blockedUrl }: Violation) {
  const source = URL.canParse(blockedUrl)
    ? new URL(blockedUrl).origin
    : blockedUrl || "a resource of the page";
  return wrongFinding(
    `policy ${directive} ${source}`,
    `The Content-Security-Policy blocks ${source} (${directive})${effectByDirective[directive] ?? ""}.`,
    fixByDirective[directive] ?? `Add ${URL.canParse(blockedUrl) ? source : "it"} to ${directive}.`,
  );
}

const effectByDirective: Readonly<Record<string, string>> = {
  "connect-src": ": forms that call it show that the server cannot be reached",
  "style-src-elem": ": the forms have no styles",
  "frame-src": ": a captcha stays empty",
};

const fixByDirective: Readonly<Record<string, string>> = {
  "style-src-elem": "Add 'self' to style-src; the kit's style sheet is a file of the application.",
  "style-src-attr":
    "The style does not come from the kit's sheet: appearance.style writes style attributes into server-rendered HTML. Use appearance.className or variables.",
  "require-trusted-types-for":
    "Allow the policy that captcha() creates: trusted-types portico-captcha.",
};

/** Returns whether the cause of an error is a component that uses another copy of React than the page. */
function isDuplicateReactError(message: string): boolean {
  return /reading 'use[A-Z]\w+'|Invalid hook call|Minified React error #321|Objects are not valid as a React child.*\$\$typeof/.test(
    message,
  );
}

export const duplicateReactFinding = wrongFinding(
  "two-reacts",
  'There are two copies of React on this page: a component that uses the wrong one fails with "Cannot read properties of null (reading \'useState\')" or "Invalid hook call".',
  "Find the second copy with npm ls react, update the package that requires it, and run npm dedupe; or run portico doctor.",
);
