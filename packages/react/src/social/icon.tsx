import { useCallback, useSyncExternalStore } from "react";
import azure from "./icons/azure.ts";
import github from "./icons/github.ts";
import google from "./icons/google.ts";
import type { Mark } from "./mark.ts";

/** The marks of the default providers, which a form has from the start. */
const atHand: Readonly<Record<string, Mark>> = { azure, github, google };

/** The marks that this page has fetched, and null for those that there are not. */
const fetched: Record<string, Mark | null> = {};

async function fetchMark(provider: string): Promise<void> {
  try {
    const { marks } = await import("./marks.ts");
    const module = await marks[provider.replace("_oidc", "")]?.();
    fetched[provider] = module?.default ?? null;
  } catch {
    // The button works without its mark.
    fetched[provider] = null;
  }
}

/**
 * A provider's mark: undefined while it is on its way, null when there is none. The first render is
 * the same on the server and in the browser.
 */
function useMark(provider: string, given: Mark | undefined): Mark | null | undefined {
  const known = () =>
    given ?? atHand[provider] ?? (provider.startsWith("custom:") ? null : undefined);
  const missing = known() === undefined;
  return useSyncExternalStore(
    useCallback(
      (drawAgain) => {
        if (missing) void fetchMark(provider).then(drawAgain);
        return () => {};
      },
      [provider, missing],
    ),
    () => (missing ? fetched[provider] : known()),
    known,
  );
}

interface IconProps {
  provider: string;
  /** The mark that the application gave. */
  mark: Mark | undefined;
  /** Whose first letter stands in for a mark that there is not. */
  name: string;
}

/** A provider's mark, 21 px wide, with or without the stylesheet. It says nothing to a screen reader. */
export function Icon({ provider, mark, name }: IconProps) {
  const drawn = useMark(provider, mark);
  return (
    <svg
      className="portico-icon"
      viewBox="0 0 24 24"
      width="21"
      height="21"
      fillRule="evenodd"
      aria-hidden="true"
    >
      {drawn?.map(([fill, outline]) => (
        <path key={outline} fill={fill} d={outline} />
      ))}
      {drawn === null && (
        <text x="12" y="18" textAnchor="middle" fontSize="17" fontWeight="600" fill="currentColor">
          {name.charAt(0)}
        </text>
      )}
    </svg>
  );
}
