import azure from "./icons/azure.ts";
import github from "./icons/github.ts";
import google from "./icons/google.ts";
import type { Mark } from "./mark.ts";

/** What is known of a provider: how its brand is spelt, and where its mark is. */
export interface ProviderFacts {
  readonly name: string;
  readonly mark?: Mark | (() => Promise<{ default: Mark }>);
}

/** The providers shown when the application names none. */
export const defaultProviders = ["github", "google", "azure"] as const;

/**
 * Every provider of the reference server by its key. The three defaults carry their mark; the
 * others fetch theirs when a form first shows them, so that a page pays for those it uses.
 */
const providers: { readonly [key: string]: ProviderFacts } = {
  apple: { name: "Apple", mark: () => import("./icons/apple.ts") },
  azure: { name: "Azure", mark: azure },
  bitbucket: { name: "Bitbucket", mark: () => import("./icons/bitbucket.ts") },
  discord: { name: "Discord", mark: () => import("./icons/discord.ts") },
  facebook: { name: "Facebook", mark: () => import("./icons/facebook.ts") },
  figma: { name: "Figma", mark: () => import("./icons/figma.ts") },
  fly: { name: "Fly.io", mark: () => import("./icons/fly.ts") },
  github: { name: "GitHub", mark: github },
  gitlab: { name: "GitLab", mark: () => import("./icons/gitlab.ts") },
  google: { name: "Google", mark: google },
  kakao: { name: "Kakao", mark: () => import("./icons/kakao.ts") },
  keycloak: { name: "Keycloak", mark: () => import("./icons/keycloak.ts") },
  linkedin: { name: "LinkedIn", mark: () => import("./icons/linkedin.ts") },
  linkedin_oidc: { name: "LinkedIn", mark: () => import("./icons/linkedin.ts") },
  notion: { name: "Notion", mark: () => import("./icons/notion.ts") },
  slack: { name: "Slack", mark: () => import("./icons/slack.ts") },
  slack_oidc: { name: "Slack", mark: () => import("./icons/slack.ts") },
  spotify: { name: "Spotify", mark: () => import("./icons/spotify.ts") },
  twitch: { name: "Twitch", mark: () => import("./icons/twitch.ts") },
  twitter: { name: "X", mark: () => import("./icons/x.ts") },
  workos: { name: "WorkOS", mark: () => import("./icons/workos.ts") },
  x: { name: "X", mark: () => import("./icons/x.ts") },
  zoom: { name: "Zoom", mark: () => import("./icons/zoom.ts") },
};

/**
 * The facts of one provider. A provider that is not in the table (`custom:acme`, or one that the
 * server gained later) is called by its key, without the prefix and with a capital.
 */
export function providerFacts(key: string): ProviderFacts {
  const known = Object.hasOwn(providers, key) ? providers[key] : undefined;
  if (known) return known;
  const name = key.replace(/^custom:/, "");
  return { name: name.charAt(0).toUpperCase() + name.slice(1) };
}
