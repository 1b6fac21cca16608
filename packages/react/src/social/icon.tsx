"use client";

import { useEffect, useState } from "react";
import azure from "./icons/azure.ts";
import github from "./icons/github.ts";
import google from "./icons/google.ts";
import type { ProviderIcon } from "./provider-icon.ts";

declare global {
  /**
   * A bundler that creates a single file can define this as `true`. The file then only contains the icons of the
   * default providers and those that the application passes itself (`@portico/react/icons/discord`).
   */
  var PORTICO_OWN_ICONS: boolean | undefined;
}

/** The icons of the default providers, which are part of the form. */
const builtInIcons: Readonly<Record<string, ProviderIcon>> = { azure, github, google };

interface IconProps {
  provider: string;
  /** The application's icon. */
  icon: ProviderIcon | undefined;
  /** The provider's name. Its first letter replaces a missing icon. */
  name: string;
}

/**
 * Renders a provider's icon, which is 21 px wide even without the style sheet. Renders nothing visible while the icon
 * loads, and a letter if the provider has none. The first render is the same on the server and in the browser. Screen
 * readers ignore the icon.
 */
export function Icon({ provider, icon, name }: IconProps) {
  const [fetchedIcon, setFetchedIcon] = useState<ProviderIcon | null>();
  const paths =
    icon ??
    builtInIcons[provider] ??
    (globalThis.PORTICO_OWN_ICONS || provider.startsWith("custom:") ? null : fetchedIcon);
  const isMissing = paths === undefined;

  useEffect(() => {
    if (!globalThis.PORTICO_OWN_ICONS && isMissing)
      import("./fetch-icon.ts")
        .then((module) => module.fetchIcon(provider))
        // If the icon cannot be loaded, the button works without it.
        .then(setFetchedIcon, () => setFetchedIcon(null));
  }, [provider, isMissing]);

  return (
    <svg
      className="portico-icon"
      viewBox="0 0 24 24"
      width="21"
      height="21"
      fillRule="evenodd"
      aria-hidden="true"
    >
      {paths?.map(([fill, outline]) => (
        <path key={outline} fill={fill} d={outline} />
      ))}
      {paths === null && (
        <text x="12" y="18">
          {name.charAt(0)}
        </text>
      )}
    </svg>
  );
}
