"use client";

import { useEffect, useState } from "react";
import azure from "./icons/azure.ts";
import github from "./icons/github.ts";
import google from "./icons/google.ts";
import type { ProviderIcon } from "./provider-icon.ts";

declare global {
  /**
   * Defined as `true` by a bundler that puts everything into one file: then that file has no icons but those of the
   * default providers and those that the application gives (`@portico/react/icons/discord`).
   */
  var PORTICO_OWN_ICONS: boolean | undefined;
}

/** The icons of the default providers, which a form has from the start. */
const atHand: Readonly<Record<string, ProviderIcon>> = { azure, github, google };

interface IconProps {
  provider: string;
  /** The icon that the application gave. */
  icon: ProviderIcon | undefined;
  /** The name whose first letter stands in for a missing icon. */
  name: string;
}

/**
 * A provider's icon, 21 px wide, with or without the stylesheet: nothing while it is on its way, a
 * letter where there is none. The first render is the same on the server and in the browser. It
 * says nothing to a screen reader.
 */
export function Icon({ provider, icon, name }: IconProps) {
  const [fetched, setFetched] = useState<ProviderIcon | null>();
  const drawn =
    icon ??
    atHand[provider] ??
    (globalThis.PORTICO_OWN_ICONS || provider.startsWith("custom:") ? null : fetched);
  const missing = drawn === undefined;

  useEffect(() => {
    if (!globalThis.PORTICO_OWN_ICONS && missing)
      import("./fetch-icon.ts")
        .then((icons) => icons.fetchIcon(provider))
        // The button works without its icon.
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
