import { useEffect, useState } from "react";
import type { Mark } from "./mark.ts";
import type { ProviderFacts } from "./providers.ts";

/** Marks that this page has fetched, by the function that fetches them. */
const fetched = new WeakMap<() => Promise<{ default: Mark }>, Mark>();

/**
 * A provider's mark: undefined while it is on its way, null when there is none. The first render is
 * the same on the server and in the browser.
 */
export function useMark({ mark }: ProviderFacts): Mark | null | undefined {
  const fetching = typeof mark === "function" ? mark : undefined;
  const [state, setState] = useState<Mark | null | undefined>(fetching && fetched.get(fetching));

  useEffect(() => {
    if (!fetching) return;
    let wanted = true;
    fetching()
      .then(({ default: loaded }) => {
        fetched.set(fetching, loaded);
        if (wanted) setState(loaded);
      })
      // The button works without its mark.
      .catch(() => wanted && setState(null));
    return () => {
      wanted = false;
    };
  }, [fetching]);

  if (!fetching) return typeof mark === "object" ? mark : null;
  return state;
}

interface IconProps {
  mark: Mark | null | undefined;
  /** Whose first letter stands in for a mark that there is not. */
  name: string;
}

/** A provider's mark, 21 px wide, with or without the stylesheet. It says nothing to a screen reader. */
export function Icon({ mark, name }: IconProps) {
  return (
    <svg
      className="portico-icon"
      viewBox="0 0 24 24"
      width="21"
      height="21"
      fillRule="evenodd"
      aria-hidden="true"
    >
      {mark?.paths.map(([fill, outline]) => (
        <path key={outline} fill={fill} d={outline} />
      ))}
      {mark === null && (
        <text x="12" y="18" textAnchor="middle" fontSize="17" fontWeight="600" fill="currentColor">
          {name.charAt(0)}
        </text>
      )}
    </svg>
  );
}
