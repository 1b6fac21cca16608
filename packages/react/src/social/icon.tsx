import { useEffect, useState } from "react";
import azure from "./icons/azure.ts";
import github from "./icons/github.ts";
import google from "./icons/google.ts";
import type { Mark } from "./mark.ts";

/** The marks of the default providers, which a form has from the start. */
const atHand: Readonly<Record<string, Mark>> = { azure, github, google };

interface IconProps {
  provider: string;
  /** The mark that the application gave. */
  mark: Mark | undefined;
  /** Whose first letter stands in for a mark that there is not. */
  name: string;
}

/**
 * A provider's mark, 21 px wide, with or without the stylesheet: nothing while it is on its way, a
 * letter where there is none. The first render is the same on the server and in the browser. It
 * says nothing to a screen reader.
 */
export function Icon({ provider, mark, name }: IconProps) {
  const [fetched, setFetched] = useState<Mark | null>();
  const drawn = mark ?? atHand[provider] ?? (provider.startsWith("custom:") ? null : fetched);
  const missing = drawn === undefined;

  useEffect(() => {
    if (!missing) return;
    import("./marks.ts")
      .then((marks) => marks.fetchMark(provider))
      // The button works without its mark.
      .then(setFetched, () => setFetched(null));
  }, [provider, missing]);

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
        <text x="12" y="18">
          {name.charAt(0)}
        </text>
      )}
    </svg>
  );
}
