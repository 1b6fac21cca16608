import type { Mark } from "./mark.ts";

/** The marks that a form fetches when it first shows them: a page pays for those it uses. */
const marks: Readonly<Record<string, () => Promise<{ default: Mark }>>> = {
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

/** Fetches a provider's mark: null where there is none. */
export async function fetchMark(provider: string): Promise<Mark | null> {
  const module = await marks[provider.replace("_oidc", "")]?.();
  return module?.default ?? null;
}
