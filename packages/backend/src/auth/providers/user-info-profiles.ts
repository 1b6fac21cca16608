/**
 * From what a provider's user-info endpoints answer to the claims that Supabase Auth stores, one
 * function a provider. Which claims, and which addresses count as verified, are Supabase Auth's
 * choices (its `internal/api/provider`), kept so that a project can move between the two.
 */
import { at, flag, id, list, record, text } from "./json.ts";
import type { MappedProfile, ProfileEmail } from "./profile.ts";

/** The answers by the names the provider's table entry gives them; `token` is the token response. */
export type Documents = Readonly<Record<string, unknown>>;

/** @param issuer what to write as `iss`: the provider's API, or the server named by `url` */
export type UserInfoMapping = (documents: Documents, issuer: string) => MappedProfile;

const only = (email: string, verified: boolean): ProfileEmail[] => [
  { email, verified, primary: true },
];

const joined = (...names: readonly string[]) => names.join(" ").trim();

/** The claims that nearly every provider comes down to. */
const account = (iss: string, sub: string, name: string, picture: string) => ({
  iss,
  sub,
  name,
  picture,
  avatar_url: picture,
  full_name: name,
  provider_id: sub,
});

export const google: UserInfoMapping = ({ user }, issuer) => ({
  emails: only(text(user, "email"), flag(user, "verified_email") || flag(user, "email_verified")),
  claims: account(issuer, id(user, "id"), text(user, "name"), text(user, "picture")),
});

export const facebook: UserInfoMapping = ({ user }, issuer) => {
  const name = joined(text(user, "first_name"), text(user, "last_name"));
  const alias = text(user, "name");
  return {
    emails: only(text(user, "email"), true),
    claims: {
      ...account(issuer, id(user, "id"), name, text(user, "picture", "data", "url")),
      nickname: alias,
      slug: alias,
    },
  };
};

export const github: UserInfoMapping = ({ user, emails }, issuer) => ({
  emails: list(emails).map((entry) => ({
    email: text(entry, "email"),
    verified: flag(entry, "verified"),
    primary: flag(entry, "primary"),
  })),
  claims: {
    ...account(issuer, id(user, "id"), text(user, "name"), ""),
    preferred_username: text(user, "login"),
    avatar_url: text(user, "avatar_url"),
    user_name: text(user, "login"),
  },
});

export const gitlab: UserInfoMapping = ({ user, emails }, issuer) => ({
  emails: [
    // GitLab does not say which further addresses are confirmed.
    ...list(emails).map((entry) => ({
      email: text(entry, "email"),
      verified: false,
      primary: false,
    })),
    ...only(text(user, "email"), text(user, "confirmed_at") !== ""),
  ],
  claims: account(issuer, id(user, "id"), text(user, "name"), text(user, "avatar_url")),
});

export const bitbucket: UserInfoMapping = ({ user, emails }, issuer) => {
  // Supabase Auth reads avatar.href, but version 2.0 of Bitbucket's API nests it under links.
  const avatar = text(user, "avatar", "href") || text(user, "links", "avatar", "href");
  return {
    emails: list(emails, "values").map((entry) => ({
      email: text(entry, "email"),
      verified: flag(entry, "is_confirmed"),
      primary: flag(entry, "is_primary"),
    })),
    claims: account(issuer, text(user, "uuid"), text(user, "display_name"), avatar),
  };
};

export const discord: UserInfoMapping = ({ user }, issuer) => {
  const [subject, username] = [id(user, "id"), text(user, "username")];
  const [hash, discriminator] = [text(user, "avatar"), text(user, "discriminator")];
  // https://discord.com/developers/docs/reference#image-formatting
  const avatar =
    hash === ""
      ? `embed/avatars/${(Number.parseInt(discriminator, 10) || 0) % 5}.png`
      : `avatars/${subject}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}`;
  return {
    emails: only(text(user, "email"), flag(user, "verified")),
    claims: {
      ...account(issuer, subject, username, `https://cdn.discordapp.com/${avatar}`),
      name: `${username}#${discriminator}`,
      custom_claims: { global_name: text(user, "global_name") },
    },
  };
};

export const keycloak: UserInfoMapping = ({ user }, issuer) => {
  const { name: _n, sub: _s, email: _e, email_verified: _v, ...custom } = record(user);
  return {
    emails: only(text(user, "email"), at(user, "email_verified") === true),
    claims: {
      ...account(issuer, text(user, "sub"), text(user, "name"), ""),
      custom_claims: custom,
    },
  };
};

const localized = (name: unknown) => {
  const locale = at(name, "preferredLocale");
  return text(name, "localized", `${text(locale, "language")}_${text(locale, "country")}`);
};

export const linkedin: UserInfoMapping = ({ user, emails }, issuer) => {
  const images = at(user, "profilePicture", "displayImage~", "elements");
  return {
    // LinkedIn gives out the primary address alone, and only once it is confirmed.
    emails: only(text(emails, "elements", 0, "handle~", "emailAddress"), true),
    claims: account(
      issuer,
      id(user, "id"),
      joined(localized(at(user, "firstName")), localized(at(user, "lastName"))),
      text(images, 0, "identifiers", 0, "identifier"),
    ),
  };
};

export const notion: UserInfoMapping = ({ user }, issuer) => {
  const person = at(user, "bot", "owner", "user");
  return {
    // Notion does not say whether the address is verified; Supabase Auth takes it to be.
    emails: only(text(person, "person", "email"), true),
    claims: account(issuer, text(person, "id"), text(person, "name"), text(person, "avatar_url")),
  };
};

const slackClaims = (user: unknown, issuer: string) => ({
  ...account(
    issuer,
    text(user, "https://slack.com/user_id"),
    text(user, "name"),
    text(user, "picture"),
  ),
  custom_claims: { "https://slack.com/team_id": text(user, "https://slack.com/team_id") },
});

/**
 * The administrator of a workspace writes its members' addresses, so the flag counts for the first
 * generation too, which asks the same endpoint. Supabase Auth takes it as given there.
 */
export const slack: UserInfoMapping = ({ user }, issuer) => ({
  emails: only(text(user, "email"), flag(user, "email_verified")),
  claims: slackClaims(user, issuer),
});

export const spotify: UserInfoMapping = ({ user }, issuer) => {
  const area = (image: unknown) => Number(at(image, "height")) * Number(at(image, "width")) || 0;
  const [largest] = list(user, "images").toSorted((a, b) => area(b) - area(a));
  return {
    // Spotify's own reference of /me: "This email address is unverified".
    emails: only(text(user, "email"), false),
    claims: account(issuer, id(user, "id"), text(user, "display_name"), text(largest, "url")),
  };
};

export const twitch: UserInfoMapping = ({ user: users }, issuer) => {
  const user = at(users, "data", 0);
  const alias = text(user, "display_name");
  return {
    emails: only(text(user, "email"), true),
    claims: {
      ...account(issuer, id(user, "id"), text(user, "login"), text(user, "profile_image_url")),
      nickname: alias,
      custom_claims: {
        broadcaster_type: text(user, "broadcaster_type"),
        description: text(user, "description"),
        type: text(user, "type"),
        offline_image_url: text(user, "offline_image_url"),
        view_count: at(user, "view_count") ?? 0,
      },
      slug: alias,
    },
  };
};

/** WorkOS hands the profile over with the token. */
export const workos: UserInfoMapping = ({ token }, issuer) => {
  const user = at(token, "profile");
  const name = joined(text(user, "first_name"), text(user, "last_name"));
  return {
    emails: only(text(user, "email"), true),
    claims: {
      ...account(issuer, text(user, "id"), name, ""),
      custom_claims: {
        connection_id: text(user, "connection_id"),
        organization_id: text(user, "organization_id"),
      },
    },
  };
};

export const kakao: UserInfoMapping = ({ user }, issuer) => {
  const kakaoAccount = at(user, "kakao_account");
  const name = text(kakaoAccount, "profile", "nickname");
  const verified = flag(kakaoAccount, "is_email_verified") && flag(kakaoAccount, "is_email_valid");
  return {
    emails: only(text(kakaoAccount, "email"), verified),
    claims: {
      ...account(issuer, id(user, "id"), name, ""),
      preferred_username: name,
      avatar_url: text(kakaoAccount, "profile", "profile_image_url"),
      user_name: name,
    },
  };
};

export const figma: UserInfoMapping = ({ user }, issuer) => ({
  emails: only(text(user, "email"), true),
  claims: {
    ...account(issuer, id(user, "id"), text(user, "handle"), ""),
    avatar_url: text(user, "img_url"),
  },
});

export const fly: UserInfoMapping = ({ user }, issuer) => ({
  emails: only(text(user, "email"), true),
  claims: {
    iss: issuer,
    sub: text(user, "user_id"),
    full_name: text(user, "user_name"),
    provider_id: text(user, "user_id"),
    custom_claims: {
      resource_owner_id: text(user, "resource_owner_id"),
      organizations: list(user, "organizations"),
      application: record(user, "application"),
      scope: list(user, "scope"),
      created_at: at(user, "created_at") ?? 0,
    },
  },
});

export const zoom: UserInfoMapping = ({ user }, issuer) => {
  const name = joined(text(user, "first_name"), text(user, "last_name"));
  // Login type 100 is an address typed at Zoom, which is verified only where Zoom says so; every
  // other type is another provider's sign-in. Zoom writes one type, a list of them, or both.
  const typed = id(user, "login_type") === "100" || list(user, "login_types").includes(100);
  return {
    emails: only(text(user, "email"), !typed || id(user, "verified") !== ""),
    claims: account(issuer, id(user, "id"), name, text(user, "pic_url")),
  };
};

export const snapchat: UserInfoMapping = ({ user }, issuer) => {
  const me = at(user, "data", "me");
  const name = text(me, "displayName");
  return {
    emails: only(text(me, "email"), true),
    claims: {
      ...account(issuer, text(me, "externalId"), name, text(me, "bitmoji", "avatar")),
      slug: name,
    },
  };
};

/** X's answer, with the claims that Supabase Auth's older `twitter` provider stores. */
export const twitter: UserInfoMapping = ({ user: answer }, issuer) => {
  const user = at(answer, "data");
  const username = text(user, "username");
  return {
    // X gives out none but confirmed addresses.
    emails: only(text(user, "confirmed_email"), true),
    claims: {
      ...account(issuer, id(user, "id"), text(user, "name"), text(user, "profile_image_url")),
      preferred_username: username,
      user_name: username,
    },
  };
};

export const x: UserInfoMapping = (documents, issuer) => {
  const { emails, claims } = twitter(documents, issuer);
  const user = at(documents["user"], "data");
  return {
    emails,
    claims: {
      ...claims,
      profile: `https://x.com/${text(user, "username")}`,
      website: text(user, "url"),
      custom_claims: { created_at: text(user, "created_at") },
    },
  };
};
