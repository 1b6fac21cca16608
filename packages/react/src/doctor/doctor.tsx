"use client";

import * as React from "react";
import type { Finding } from "./finding.ts";
import { duplicateReactFinding } from "./page.ts";
import { type DoctorOptions, useFindings } from "./use-findings.ts";

/**
 * Renders a development panel that names the cause of a failure and its fix: for example a redirect that is not
 * allowed, a disabled provider, a captcha without a token, a wrong clock, two copies of React, or a violated
 * Content-Security-Policy. The panel has its own entry; exclude it from production builds:
 *
 * @example
 * const Doctor = lazy(() => import("@portico/react/doctor").then((m) => ({ default: m.Doctor })));
 * {import.meta.env.DEV && <Doctor supabaseClient={supabase} />}
 */
export function Doctor(props: DoctorOptions) {
  // If another copy of React renders the page, this copy has no dispatcher and every hook throws.
  return hasDispatcher() ? <Panel {...props} /> : <Findings findings={[duplicateReactFinding]} />;
}

function Panel(props: DoctorOptions) {
  return <Findings findings={useFindings(props)} />;
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const count = findings.length;
  return (
    <aside className="portico-doctor" aria-label="Portico doctor" lang="en" dir="ltr">
      <details>
        <summary>
          <span role="status">
            Portico doctor: {count === 0 ? "all is well" : `${count} found`}
          </span>
        </summary>
        <ul>
          {findings.map(({ id, severity, cause, fix }) => (
            <li key={id} data-severity={severity}>
              <p>
                <strong>{severity === "wrong" ? "Wrong" : "Doubtful"}</strong> {cause}
              </p>
              <p>{fix}</p>
            </li>
          ))}
        </ul>
      </details>
    </aside>
  );
}

/**
 * Returns whether this copy of React is rendering. React 19 and React 18 store the hook dispatcher in different
 * internals.
 */
function hasDispatcher(): boolean {
  const dispatchersByName: [string, (internals: object) => unknown][] = [
    [
      "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
      (internals) => Reflect.get(internals, "H"),
    ],
    [
      "__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED",
      (internals) =>
        Reflect.get(Object(Reflect.get(internals, "ReactCurrentDispatcher")), "current"),
    ],
  ];
  for (const [name, dispatcherOf] of dispatchersByName) {
    const internals: unknown = Reflect.get(React, name);
    if (typeof internals === "object" && internals !== null)
      return dispatcherOf(internals) !== null;
  }
  return true;
}
