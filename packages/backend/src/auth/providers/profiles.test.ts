/**
 * Checks each mapping against the example in the provider's own documentation, shortened to the members
 * that are read.
 */
import { describe, expect, it } from "vitest";
import { withAppleName } from "./catalogue/apple.ts";
import type { ProviderDescription } from "./description.ts";
import { completeProfile, type MappedProfile } from "./profile.ts";
import { type ProviderName, providers } from "./providers.ts";

const flags = { email_verified: true, phone_verified: false };

function fromUserInfo(
  name: ProviderName,
  documents: Record<string, unknown>,
  issuer = "https://api.test",
) {
  const provider: ProviderDescription = providers[name];
  return toProfile(provider.userInfo?.map(documents, issuer));
}

function fromIdToken(name: ProviderName, claims: Record<string, unknown>) {
  const provider: ProviderDescription = providers[name];
  return toProfile(provider.idToken?.map(claims));
}

function toProfile(mappedProfile: MappedProfile | undefined) {
  if (mappedProfile === undefined) throw new Error("the provider has no such mapping");
  return completeProfile(String(mappedProfile.claims["sub"]), mappedProfile);
}

describe("profiles from user-info", () => {
  // https://docs.github.com/en/rest/users/users#get-the-authenticated-user
  // https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user
  it("the user-info mapping reads GitHub's user and addresses", () => {
    const profile = fromUserInfo("github", {
      user: {
        login: "octocat",
        id: 1,
        avatar_url: "https://github.com/images/error/octocat_happy.gif",
        name: "monalisa octocat",
        email: "octocat@github.com",
      },
      emails: [
        { email: "other@github.com", verified: false, primary: false, visibility: null },
        { email: "octocat@github.com", verified: true, primary: true, visibility: "public" },
      ],
    });
    expect(profile).toEqual({
      subject: "1",
      emails: [
        { email: "other@github.com", verified: false, primary: false },
        { email: "octocat@github.com", verified: true, primary: true },
      ],
      claims: {
        iss: "https://api.test",
        sub: "1",
        name: "monalisa octocat",
        full_name: "monalisa octocat",
        user_name: "octocat",
        preferred_username: "octocat",
        avatar_url: "https://github.com/images/error/octocat_happy.gif",
        provider_id: "1",
        email: "octocat@github.com",
        ...flags,
      },
    });
  });

  // https://docs.gitlab.com/api/users/#retrieve-the-current-user, /api/user_email_addresses/
  it("the user-info mapping reads GitLab's user and addresses", () => {
    const profile = fromUserInfo("gitlab", {
      user: {
        id: 1,
        username: "john_smith",
        email: "john@example.com",
        name: "John Smith",
        avatar_url: "http://localhost:3000/uploads/user/avatar/1/index.jpg",
        confirmed_at: "2012-05-23T09:05:22Z",
      },
      emails: [{ id: 3, email: "email2@example.com", confirmed_at: null }],
    });
    expect(profile.emails).toEqual([
      { email: "email2@example.com", verified: false, primary: false },
      { email: "john@example.com", verified: true, primary: true },
    ]);
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "1",
      name: "John Smith",
      full_name: "John Smith",
      picture: "http://localhost:3000/uploads/user/avatar/1/index.jpg",
      avatar_url: "http://localhost:3000/uploads/user/avatar/1/index.jpg",
      provider_id: "1",
      email: "john@example.com",
      ...flags,
    });
  });

  // https://developers.facebook.com/docs/graph-api/overview, /docs/graph-api/reference/user
  it("the user-info mapping reads Facebook's user", () => {
    const profile = fromUserInfo("facebook", {
      user: {
        id: "122094471296135535",
        email: "open_graph@example.com",
        first_name: "Open",
        last_name: "Graph Test User",
        name: "Open Graph Test User",
        picture: {
          data: {
            height: 50,
            is_silhouette: false,
            url: "https://platform-lookaside.fbsbx.com/p/1",
            width: 50,
          },
        },
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "122094471296135535",
      name: "Open Graph Test User",
      full_name: "Open Graph Test User",
      nickname: "Open Graph Test User",
      slug: "Open Graph Test User",
      picture: "https://platform-lookaside.fbsbx.com/p/1",
      avatar_url: "https://platform-lookaside.fbsbx.com/p/1",
      provider_id: "122094471296135535",
      email: "open_graph@example.com",
      ...flags,
    });
  });

  // https://docs.x.com/x-api/users/get-my-user
  const xUser = {
    data: {
      created_at: "2013-12-14T04:35:55Z",
      id: "2244994945",
      name: "X Dev",
      username: "TwitterDev",
      confirmed_email: "dev@example.com",
      profile_image_url: "https://pbs.twimg.com/profile_images/1/p_normal.jpg",
      url: "https://t.co/3ZX3TNiZCY",
    },
  };
  const twitterClaims = {
    iss: "https://api.test",
    sub: "2244994945",
    name: "X Dev",
    full_name: "X Dev",
    user_name: "TwitterDev",
    preferred_username: "TwitterDev",
    picture: "https://pbs.twimg.com/profile_images/1/p_normal.jpg",
    avatar_url: "https://pbs.twimg.com/profile_images/1/p_normal.jpg",
    provider_id: "2244994945",
    email: "dev@example.com",
    ...flags,
  };
  it("the user-info mapping reads X's user for twitter with the claims of the older API", () => {
    expect(fromUserInfo("twitter", { user: xUser }).claims).toEqual(twitterClaims);
  });
  it("the user-info mapping reads X's user", () => {
    expect(fromUserInfo("x", { user: xUser }).claims).toEqual({
      ...twitterClaims,
      profile: "https://x.com/TwitterDev",
      website: "https://t.co/3ZX3TNiZCY",
      custom_claims: { created_at: "2013-12-14T04:35:55Z" },
    });
  });

  // https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/
  it("the user-info mapping reads Bitbucket's user and addresses", () => {
    const profile = fromUserInfo("bitbucket", {
      user: {
        type: "user",
        links: { avatar: { href: "https://bitbucket.org/account/tutorials/avatar/32/" } },
        display_name: "Tutorials account",
        uuid: "{c788b2da-b7a2-404c-9e26-d3f077557007}",
      },
      emails: {
        values: [
          { is_primary: true, is_confirmed: true, type: "email", email: "tutorials@bitbucket.com" },
          {
            is_primary: false,
            is_confirmed: false,
            type: "email",
            email: "anotheremail@bitbucket.com",
          },
        ],
      },
    });
    expect(profile).toMatchObject({
      subject: "{c788b2da-b7a2-404c-9e26-d3f077557007}",
      emails: [
        { email: "tutorials@bitbucket.com", verified: true, primary: true },
        { email: "anotheremail@bitbucket.com", verified: false, primary: false },
      ],
      claims: {
        name: "Tutorials account",
        avatar_url: "https://bitbucket.org/account/tutorials/avatar/32/",
        email: "tutorials@bitbucket.com",
        email_verified: true,
      },
    });
  });

  // https://discord.com/developers/docs/resources/user#user-object-example-user
  const nelly = {
    id: "80351110224678912",
    username: "Nelly",
    discriminator: "1337",
    avatar: "8342729096ea3675442027381ff50dfe",
    verified: true,
    email: "nelly@discord.com",
    global_name: null,
  };
  it("the user-info mapping reads Discord's user", () => {
    const avatar =
      "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png";
    expect(fromUserInfo("discord", { user: nelly }).claims).toEqual({
      iss: "https://api.test",
      sub: "80351110224678912",
      name: "Nelly#1337",
      full_name: "Nelly",
      picture: avatar,
      avatar_url: avatar,
      provider_id: "80351110224678912",
      custom_claims: { global_name: "" },
      email: "nelly@discord.com",
      ...flags,
    });
  });
  it.each([
    { avatar: "a_8342729096ea", url: "avatars/80351110224678912/a_8342729096ea.gif" },
    { avatar: null, url: "embed/avatars/2.png" },
  ])("the user-info mapping finds Discord's picture for the hash $avatar", ({ avatar, url }) => {
    expect(fromUserInfo("discord", { user: { ...nelly, avatar } }).claims["avatar_url"]).toBe(
      `https://cdn.discordapp.com/${url}`,
    );
  });

  // https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse, the format of Keycloak's response
  it("the user-info mapping reads Keycloak's user and keeps its other claims", () => {
    const profile = fromUserInfo("keycloak", {
      user: {
        sub: "248289761001",
        name: "Jane Doe",
        given_name: "Jane",
        preferred_username: "j.doe",
        email: "janedoe@example.com",
        email_verified: true,
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "248289761001",
      name: "Jane Doe",
      full_name: "Jane Doe",
      provider_id: "248289761001",
      custom_claims: { given_name: "Jane", preferred_username: "j.doe" },
      email: "janedoe@example.com",
      ...flags,
    });
  });

  // https://learn.microsoft.com/en-us/linkedin/shared/integrations/people/profile-api
  // https://learn.microsoft.com/en-us/linkedin/shared/integrations/people/primary-contact-api
  it("the user-info mapping reads LinkedIn's older profile and address", () => {
    const profile = fromUserInfo("linkedin", {
      user: {
        id: "REDACTED",
        firstName: {
          localized: { en_US: "Tina" },
          preferredLocale: { country: "US", language: "en" },
        },
        lastName: {
          localized: { en_US: "Belcher" },
          preferredLocale: { country: "US", language: "en" },
        },
        profilePicture: {
          "displayImage~": {
            elements: [{ identifiers: [{ identifier: "https://media.licdn.com/1" }] }],
          },
        },
      },
      emails: {
        elements: [
          {
            handle: "urn:li:emailAddress:3775708763",
            "handle~": { emailAddress: "hsimpson@linkedin.com" },
          },
        ],
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "REDACTED",
      name: "Tina Belcher",
      full_name: "Tina Belcher",
      picture: "https://media.licdn.com/1",
      avatar_url: "https://media.licdn.com/1",
      provider_id: "REDACTED",
      email: "hsimpson@linkedin.com",
      ...flags,
    });
  });

  // https://developers.notion.com/changelog/retrieve-information-about-your-token
  it("the user-info mapping reads the person behind Notion's bot", () => {
    const profile = fromUserInfo("notion", {
      user: {
        object: "user",
        id: "16d84278-ab0e-484c-9bdd-b35da3bd8905",
        name: "pied piper",
        type: "bot",
        bot: {
          owner: {
            type: "user",
            user: {
              id: "5389a034-eb5c-47b5-8a9e-f79c99ef166c",
              name: "christine makenotion",
              avatar_url: null,
              type: "person",
              person: { email: "christine@makenotion.com" },
            },
          },
        },
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "5389a034-eb5c-47b5-8a9e-f79c99ef166c",
      name: "christine makenotion",
      full_name: "christine makenotion",
      provider_id: "5389a034-eb5c-47b5-8a9e-f79c99ef166c",
      email: "christine@makenotion.com",
      ...flags,
    });
  });

  // https://docs.slack.dev/reference/methods/openid.connect.userInfo
  const krane = {
    ok: true,
    sub: "U0R7JM",
    "https://slack.com/user_id": "U0R7JM",
    "https://slack.com/team_id": "T0R7GR",
    email: "krane@slack-corp.com",
    email_verified: false,
    name: "krane",
    picture: "https://secure.gravatar.com/....png",
  };
  it.each(
    (["slack", "slack_oidc"] as const).flatMap((name) => [
      { name, verified: false },
      { name, verified: true },
    ]),
  )(
    "the user-info mapping reads Slack's user for $name, verified: $verified",
    ({ name, verified }) => {
      const user = { ...krane, email_verified: verified };
      expect(fromUserInfo(name, { user }).claims).toEqual({
        iss: "https://api.test",
        sub: "U0R7JM",
        name: "krane",
        full_name: "krane",
        picture: "https://secure.gravatar.com/....png",
        avatar_url: "https://secure.gravatar.com/....png",
        provider_id: "U0R7JM",
        custom_claims: { "https://slack.com/team_id": "T0R7GR" },
        email: "krane@slack-corp.com",
        email_verified: verified,
        phone_verified: false,
      });
    },
  );

  // https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
  it("the user-info mapping takes the largest of Spotify's pictures and does not trust its address", () => {
    const profile = fromUserInfo("spotify", {
      user: {
        display_name: "Jm Wizzler",
        email: "email@example.com",
        id: "wizzler",
        images: [
          { url: "https://i.scdn.co/image/small", height: 64, width: 64 },
          { url: "https://i.scdn.co/image/large", height: 300, width: 300 },
        ],
      },
    });
    expect(profile.claims).toMatchObject({
      sub: "wizzler",
      name: "Jm Wizzler",
      picture: "https://i.scdn.co/image/large",
      email: "email@example.com",
      email_verified: false,
    });
  });

  // https://dev.twitch.tv/docs/api/reference/#get-users
  it("the user-info mapping reads the first of Twitch's users", () => {
    const image =
      "https://static-cdn.jtvnw.net/jtv_user_pictures/8a6381c7-d0c0-4576-b179-38bd5ce1d6af-profile_image-300x300.png";
    const profile = fromUserInfo("twitch", {
      user: {
        data: [
          {
            id: "141981764",
            login: "twitchdev",
            display_name: "TwitchDev",
            type: "",
            broadcaster_type: "partner",
            description: "Supporting third-party developers",
            profile_image_url: image,
            offline_image_url: "https://static-cdn.jtvnw.net/offline.png",
            view_count: 5980557,
            email: "not-real@email.com",
            created_at: "2016-12-14T20:32:28Z",
          },
        ],
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "141981764",
      name: "twitchdev",
      full_name: "twitchdev",
      nickname: "TwitchDev",
      slug: "TwitchDev",
      picture: image,
      avatar_url: image,
      provider_id: "141981764",
      custom_claims: {
        broadcaster_type: "partner",
        description: "Supporting third-party developers",
        type: "",
        offline_image_url: "https://static-cdn.jtvnw.net/offline.png",
        view_count: 5980557,
      },
      email: "not-real@email.com",
      ...flags,
    });
  });

  // https://workos.com/docs/reference/sso/profile/get-profile-and-token
  it("the user-info mapping reads the profile in WorkOS's token response", () => {
    const profile = fromUserInfo("workos", {
      token: {
        access_token: "01DMEK0J53CVMC32CK5SE0KZ8Q",
        profile: {
          object: "profile",
          id: "prof_01DMC79VCBZ0NY2099737PSVF1",
          connection_id: "conn_01E4ZCR3C56J083X43JQXF3JK5",
          connection_type: "OktaSAML",
          organization_id: "org_01EHWNCE74X7JSDV0X3SZ3KJNY",
          email: "todd@example.com",
          first_name: "Todd",
          last_name: "Rundgren",
          idp_id: "00u1a0ufowBJlzPlk357",
        },
      },
    });
    expect(profile.claims).toEqual({
      iss: "https://api.test",
      sub: "prof_01DMC79VCBZ0NY2099737PSVF1",
      name: "Todd Rundgren",
      full_name: "Todd Rundgren",
      provider_id: "prof_01DMC79VCBZ0NY2099737PSVF1",
      custom_claims: {
        connection_id: "conn_01E4ZCR3C56J083X43JQXF3JK5",
        organization_id: "org_01EHWNCE74X7JSDV0X3SZ3KJNY",
      },
      email: "todd@example.com",
      ...flags,
    });
  });

  // https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info
  const ryan = {
    id: 123456789,
    kakao_account: {
      profile: {
        nickname: "Hong Gil-dong",
        profile_image_url: "http://yyy.kakao.com/dn/.../img_640x640.jpg",
      },
      is_email_valid: true,
      is_email_verified: true,
      email: "sample@sample.com",
    },
  };
  it("the user-info mapping reads Kakao's nested account", () => {
    expect(fromUserInfo("kakao", { user: ryan }).claims).toEqual({
      iss: "https://api.test",
      sub: "123456789",
      name: "Hong Gil-dong",
      full_name: "Hong Gil-dong",
      user_name: "Hong Gil-dong",
      preferred_username: "Hong Gil-dong",
      avatar_url: "http://yyy.kakao.com/dn/.../img_640x640.jpg",
      provider_id: "123456789",
      email: "sample@sample.com",
      ...flags,
    });
  });
  it("the user-info mapping does not trust an address that Kakao reports as invalid", () => {
    const user = { ...ryan, kakao_account: { ...ryan.kakao_account, is_email_valid: false } };
    expect(fromUserInfo("kakao", { user }).claims["email_verified"]).toBe(false);
  });

  // https://developers.figma.com/docs/rest-api/users-endpoints/
  it("the user-info mapping reads Figma's user", () => {
    const user = {
      id: "2",
      email: "johndoe@example.com",
      handle: "John Doe",
      img_url: "https://s3-alpha.figma.com/profile/1",
    };
    expect(fromUserInfo("figma", { user }).claims).toEqual({
      iss: "https://api.test",
      sub: "2",
      name: "John Doe",
      full_name: "John Doe",
      avatar_url: "https://s3-alpha.figma.com/profile/1",
      provider_id: "2",
      email: "johndoe@example.com",
      ...flags,
    });
  });

  // https://fly.io/docs/reference/extensions_api/#single-sign-on-flow
  it("the user-info mapping reads Fly.io's token information", () => {
    const user = {
      resource_owner_id: "6y2s2e5m1j8g7n",
      scope: ["read"],
      expires_in: 7200,
      application: { uid: "1i2b3a4c" },
      created_at: 1696003656,
      user_id: "k9d86ojw4s15e3q2",
      user_name: "Anna",
      email: "n9l4b6k3p2@customer.fly.io",
      organizations: [{ id: "rmq0ab9xlg26nqyp", role: "member" }],
    };
    expect(fromUserInfo("fly", { user }).claims).toEqual({
      iss: "https://api.test",
      sub: "k9d86ojw4s15e3q2",
      full_name: "Anna",
      provider_id: "k9d86ojw4s15e3q2",
      custom_claims: {
        resource_owner_id: "6y2s2e5m1j8g7n",
        organizations: [{ id: "rmq0ab9xlg26nqyp", role: "member" }],
        application: { uid: "1i2b3a4c" },
        scope: ["read"],
        created_at: 1696003656,
      },
      email: "n9l4b6k3p2@customer.fly.io",
      ...flags,
    });
  });

  // https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId}
  const jill = {
    id: "zJKyaiAyTNC-MWjiWC18KQ",
    email: "jchill@example.com",
    first_name: "Jill",
    last_name: "Chill",
    login_types: [101],
    pic_url: "https://example.com/photo.jpg",
    verified: 1,
  };
  it("the user-info mapping reads Zoom's user", () => {
    expect(fromUserInfo("zoom", { user: jill }).claims).toEqual({
      iss: "https://api.test",
      sub: "zJKyaiAyTNC-MWjiWC18KQ",
      name: "Jill Chill",
      full_name: "Jill Chill",
      picture: "https://example.com/photo.jpg",
      avatar_url: "https://example.com/photo.jpg",
      provider_id: "zJKyaiAyTNC-MWjiWC18KQ",
      email: "jchill@example.com",
      ...flags,
    });
  });
  it.each([
    { flag: { login_types: [100], verified: 0 }, verified: false },
    { flag: { login_type: 100, verified: 0 }, verified: false },
    { flag: { login_type: "100", verified: 1 }, verified: true },
    { flag: { login_types: [1], verified: 0 }, verified: true },
  ])("the user-info mapping takes Zoom's $flag as verified: $verified", ({ flag, verified }) => {
    const user = { ...jill, login_types: undefined, ...flag };
    expect(fromUserInfo("zoom", { user }).claims["email_verified"]).toBe(verified);
  });

  // https://developers.snap.com/snap-kit/login-kit/Tutorials/web
  it("the user-info mapping reads Snapchat's user", () => {
    const user = {
      data: {
        me: {
          displayName: "Alex",
          externalId: "CAESIH2",
          bitmoji: { avatar: "https://sdk.bitmoji.com/1.png" },
        },
      },
      errors: [],
    };
    expect(fromUserInfo("snapchat", { user })).toEqual({
      subject: "CAESIH2",
      emails: [],
      claims: {
        iss: "https://api.test",
        sub: "CAESIH2",
        name: "Alex",
        full_name: "Alex",
        slug: "Alex",
        picture: "https://sdk.bitmoji.com/1.png",
        avatar_url: "https://sdk.bitmoji.com/1.png",
        provider_id: "CAESIH2",
        email_verified: false,
        phone_verified: false,
      },
    });
  });

  // https://developers.google.com/identity/protocols/oauth2, older user-info endpoint
  it("the user-info mapping reads Google's older user-info", () => {
    const user = {
      id: "110248495921238986420",
      email: "jsmith@example.com",
      verified_email: true,
      name: "John Smith",
      picture: "https://lh4.googleusercontent.com/photo.jpg",
    };
    expect(fromUserInfo("google", { user }).claims).toMatchObject({
      sub: "110248495921238986420",
      email: "jsmith@example.com",
      email_verified: true,
    });
  });
});

describe("profiles from ID tokens", () => {
  // https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
  it("the ID token mapping reads Google's claims", () => {
    const profile = fromIdToken("google", {
      iss: "https://accounts.google.com",
      azp: "1234987819200.apps.googleusercontent.com",
      aud: "1234987819200.apps.googleusercontent.com",
      sub: "10769150350006150715113082367",
      hd: "example.com",
      email: "jsmith@example.com",
      email_verified: true,
      iat: 1353601026,
      exp: 1353604926,
      nonce: "0394852-3190485-2490358",
    });
    expect(profile).toEqual({
      subject: "10769150350006150715113082367",
      emails: [{ email: "jsmith@example.com", verified: true, primary: true }],
      claims: {
        iss: "https://accounts.google.com",
        sub: "10769150350006150715113082367",
        provider_id: "10769150350006150715113082367",
        custom_claims: { hd: "example.com" },
        email: "jsmith@example.com",
        ...flags,
      },
    });
  });

  // https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
  it.each([
    { claim: undefined, verified: true },
    { claim: "true", verified: true },
    { claim: false, verified: false },
    { claim: "false", verified: false },
  ])(
    "the ID token mapping takes Apple's claim ($claim) as verified: $verified",
    ({ claim, verified }) => {
      const token = {
        iss: "https://appleid.apple.com",
        sub: "1234.5678",
        email: "x@example.com",
        email_verified: claim,
      };
      expect(fromIdToken("apple", token).claims["email_verified"]).toBe(verified);
    },
  );

  it("the ID token mapping reads Apple's claims and the name that Apple posts", () => {
    const profile = fromIdToken("apple", {
      iss: "https://appleid.apple.com",
      sub: "001999.0e0d4d2d8a5b4f3f.1234",
      email: "abc@privaterelay.appleid.com",
      email_verified: "true",
      is_private_email: "true",
      auth_time: 1700000000,
      nonce_supported: true,
    });
    const claims = {
      iss: "https://appleid.apple.com",
      sub: "001999.0e0d4d2d8a5b4f3f.1234",
      provider_id: "001999.0e0d4d2d8a5b4f3f.1234",
      custom_claims: { is_private_email: true, auth_time: 1700000000 },
      email: "abc@privaterelay.appleid.com",
      ...flags,
    };
    expect(profile.claims).toEqual(claims);
    const user = '{"name":{"firstName":"Johnny","lastName":"Appleseed"},"email":"x@example.com"}';
    expect(withAppleName(profile, user).claims).toEqual({
      ...claims,
      name: "Johnny Appleseed",
      full_name: "Johnny Appleseed",
    });
  });

  // https://learn.microsoft.com/en-us/entra/identity-platform/id-tokens#sample-v20-id-token
  const entra = {
    ver: "2.0",
    iss: "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
    sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    aud: "6cb04018-a3f5-46a7-b995-940c78f5aef3",
    exp: 1536361411,
    iat: 1536274711,
    nbf: 1536274711,
    name: "Abe Lincoln",
    preferred_username: "AbeLi@microsoft.com",
    oid: "00000000-0000-0000-66f3-3332eca7ea81",
    tid: "9122040d-6c67-4c5b-b112-36a304b66dad",
    nonce: "123523",
    aio: "Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY",
    email: "abeli@microsoft.com",
  };
  it("the ID token mapping reads Azure's claims", () => {
    expect(fromIdToken("azure", entra).claims).toEqual({
      iss: entra.iss,
      sub: entra.sub,
      provider_id: entra.sub,
      preferred_username: "AbeLi@microsoft.com",
      full_name: "Abe Lincoln",
      custom_claims: {
        oid: "00000000-0000-0000-66f3-3332eca7ea81",
        tid: "9122040d-6c67-4c5b-b112-36a304b66dad",
        email: "abeli@microsoft.com",
      },
      email: "abeli@microsoft.com",
      ...flags,
      email_verified: false,
    });
  });
  it.each([
    { edov: undefined, verified: false },
    { edov: null, verified: false },
    { edov: true, verified: true },
    { edov: "1", verified: true },
    { edov: "true", verified: true },
    { edov: false, verified: false },
    { edov: "0", verified: false },
    { edov: 1, verified: false },
  ])(
    "the ID token mapping takes Azure's xms_edov $edov as verified: $verified",
    ({ edov, verified }) => {
      const token = edov === undefined ? entra : { ...entra, xms_edov: edov };
      expect(fromIdToken("azure", token).claims["email_verified"]).toBe(verified);
    },
  );
  it("the ID token mapping reads standard claims from Azure's customer-facing tenants", () => {
    const iss = "https://contoso.ciamlogin.com/aaaabbbb-0000-cccc-1111-dddd2222eeee/v2.0";
    const token = { ...entra, iss, email_verified: false };
    expect(fromIdToken("azure", token).claims).toMatchObject({
      iss,
      name: "Abe Lincoln",
      email: "abeli@microsoft.com",
      email_verified: false,
    });
  });

  // https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
  it.each([true, "true"])(
    "the ID token mapping reads LinkedIn's claims with email_verified as %o",
    (verified) => {
      const profile = fromIdToken("linkedin_oidc", {
        iss: "https://www.linkedin.com/oauth",
        aud: "{CLIENT_ID}",
        sub: "782bbtaQ",
        name: "John Doe",
        given_name: "John",
        family_name: "Doe",
        picture: "https://media.licdn-ei.com/dms/image/C5F03AQHqK8v7tB1HCQ/profile-displayphoto",
        locale: "en-US",
        email: "doe@email.com",
        email_verified: verified,
      });
      expect(profile.claims).toEqual({
        iss: "https://www.linkedin.com/oauth",
        sub: "782bbtaQ",
        provider_id: "782bbtaQ",
        name: "John Doe",
        given_name: "John",
        family_name: "Doe",
        locale: "en-US",
        picture: "https://media.licdn-ei.com/dms/image/C5F03AQHqK8v7tB1HCQ/profile-displayphoto",
        email: "doe@email.com",
        ...flags,
      });
    },
  );

  // https://developers.kakao.com/docs/latest/en/kakaologin/utilize#oidc-id-token
  it("the ID token mapping reads Kakao's claims", () => {
    const profile = fromIdToken("kakao", {
      iss: "https://kauth.kakao.com",
      aud: "APP_KEY",
      sub: "166959",
      nickname: "JordyTest",
      picture: "http://yyy.kakao.com/.../img_110x110.jpg",
      email: "jordy@kakao.com",
    });
    expect(profile.claims).toEqual({
      iss: "https://kauth.kakao.com",
      sub: "166959",
      provider_id: "166959",
      name: "JordyTest",
      preferred_username: "JordyTest",
      picture: "http://yyy.kakao.com/.../img_110x110.jpg",
      email: "jordy@kakao.com",
      ...flags,
      email_verified: false,
    });
  });

  // https://developers.facebook.com/docs/facebook-login/limited-login/token
  it("the ID token mapping reads Facebook's Limited Login", () => {
    const profile = fromIdToken("facebook", {
      iss: "https://www.facebook.com",
      aud: "1234567890",
      sub: "10152714539218829",
      name: "Jane Smith",
      picture: "https://platform-lookaside.fbsbx.com/p/2",
      email: "jane@example.com",
    });
    expect(profile.claims).toEqual({
      iss: "https://www.facebook.com",
      sub: "10152714539218829",
      provider_id: "10152714539218829",
      name: "Jane Smith",
      picture: "https://platform-lookaside.fbsbx.com/p/2",
      email: "jane@example.com",
      ...flags,
    });
  });
});
