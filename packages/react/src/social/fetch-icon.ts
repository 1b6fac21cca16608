import type { ProviderIcon } from "./provider-icon.ts";

/** Loads each icon when a form first shows it, so that a page only loads the icons that it uses. */
const iconLoaders: Readonly<Record<string, () => Promise<{ default: ProviderIcon }>>> = {
  apple: () => import("./icons/apple.ts"),
  bitbucket: () => import("./icons/bitbucket.ts"),
  discord: () => import("./icons/discord.ts"),
  facebook: () => import("./icons/facebook.ts"),
  figma: () => import("./icons/figma.ts"),
  fly: () => import("./icons/fly.ts"),
  gitlab: () => import("./icons/gitlab.ts"),
  kakao: () => import("./icons/kakao.ts"),
  keycloak: () => import("./icons/keycloak.ts"),
  linkedin: () => import("./icons/linkedin.ts"),
  notion: () => import("./icons/notion.ts"),
  slack: () => import("./icons/slack.ts"),
  snapchat: () => import("./icons/snapchat.ts"),
  spotify: () => import("./icons/spotify.ts"),
  twitch: () => import("./icons/twitch.ts"),
  twitter: () => import("./icons/x.ts"),
  workos: () => import("./icons/workos.ts"),
  x: () => import("./icons/x.ts"),
  zoom: () => import("./icons/zoom.ts"),
};

/** Loads a provider's icon. Resolves to null if there is none. */
export async function fetchIcon(provider: string): Promise<ProviderIcon | null> {
  const module = await iconLoaders[provider.replace("_oidc", "")]?.();
  return module?.default ?? null;
}
