import { apple } from "./catalogue/apple.ts";
import { azure } from "./catalogue/azure.ts";
import { bitbucket } from "./catalogue/bitbucket.ts";
import { discord } from "./catalogue/discord.ts";
import { facebook } from "./catalogue/facebook.ts";
import { figma } from "./catalogue/figma.ts";
import { fly } from "./catalogue/fly.ts";
import { github } from "./catalogue/github.ts";
import { gitlab } from "./catalogue/gitlab.ts";
import { google } from "./catalogue/google.ts";
import { kakao } from "./catalogue/kakao.ts";
import { keycloak } from "./catalogue/keycloak.ts";
import { linkedin, linkedin_oidc } from "./catalogue/linkedin.ts";
import { notion } from "./catalogue/notion.ts";
import { slack, slack_oidc } from "./catalogue/slack.ts";
import { snapchat } from "./catalogue/snapchat.ts";
import { spotify } from "./catalogue/spotify.ts";
import { twitch } from "./catalogue/twitch.ts";
import { workos } from "./catalogue/workos.ts";
import { twitter, x } from "./catalogue/x.ts";
import { zoom } from "./catalogue/zoom.ts";
import type { BuiltInProvider } from "./description.ts";

/** All built-in providers by name. */
export const providers = {
  google,
  facebook,
  twitter,
  x,
  apple,
  github,
  gitlab,
  bitbucket,
  discord,
  azure,
  keycloak,
  linkedin,
  linkedin_oidc,
  notion,
  slack,
  slack_oidc,
  spotify,
  twitch,
  workos,
  kakao,
  figma,
  fly,
  zoom,
  snapchat,
} satisfies Record<string, BuiltInProvider>;

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers).filter(isProviderName);

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
