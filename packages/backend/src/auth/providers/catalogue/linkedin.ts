import { type BuiltInProvider, commonDescription, endpoint, issuedBy } from "../description.ts";
import { type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { at, flag, id, text } from "../json.ts";
import { oneEmail } from "../profile.ts";
import { oidcClaims, withoutType } from "../sandbox/dialect.ts";
import { commonClaims, joinName, type UserInfoMapping } from "../user-info.ts";

const localized = (name: unknown) => {
  const locale = at(name, "preferredLocale");
  return text(name, "localized", `${text(locale, "language")}_${text(locale, "country")}`);
};

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => {
  const images = at(user, "profilePicture", "displayImage~", "elements");
  return {
    // LinkedIn gives only the primary address, and only once it is confirmed.
    emails: oneEmail(text(emails, "elements", 0, "handle~", "emailAddress"), true),
    claims: commonClaims(
      issuer,
      id(user, "id"),
      joinName(localized(at(user, "firstName")), localized(at(user, "lastName"))),
      text(images, 0, "identifiers", 0, "identifier"),
    ),
  };
};

const mapIdToken: IdTokenMapping = (token) => {
  const [givenName, familyName] = [text(token, "given_name"), text(token, "family_name")];
  return {
    emails: oneEmail(text(token, "email"), flag(token, "email_verified")),
    claims: {
      ...subjectClaims(token),
      name: `${givenName} ${familyName}`.trim(),
      given_name: givenName,
      family_name: familyName,
      locale: text(token, "locale"),
      picture: text(token, "picture"),
    },
  };
};

const linkedinName = (name: string) => ({
  localized: { en_US: name },
  preferredLocale: { country: "US", language: "en" },
});

export const linkedin = {
  ...commonDescription,
  title: "LinkedIn",
  authorization: endpoint("api.linkedin.com", "/oauth/v2/authorization"),
  token: endpoint("api.linkedin.com", "/oauth/v2/accessToken"),
  scopes: ["r_emailaddress", "r_liteprofile"],
  userInfo: {
    documents: {
      user: endpoint(
        "api.linkedin.com",
        "/v2/me?projection=(id,firstName,lastName,profilePicture(displayImage~:playableStreams))",
      ),
      emails: endpoint(
        "api.linkedin.com",
        "/v2/emailAddress?q=members&projection=(elements*(handle~))",
      ),
    },
    issuer: endpoint("api.linkedin.com"),
    map: mapUserInfo,
  },
  dialect: {
    documents: (account) => ({
      user: {
        id: account.subject,
        firstName: linkedinName(account.givenName),
        lastName: linkedinName(account.familyName),
        profilePicture: {
          "displayImage~": { elements: [{ identifiers: [{ identifier: account.avatar }] }] },
        },
      },
      emails: {
        elements:
          account.email === ""
            ? []
            : [{ handle: "urn:li:emailAddress:1", "handle~": { emailAddress: account.email } }],
      },
    }),
    token: withoutType,
  },
} satisfies BuiltInProvider;

export const linkedin_oidc = {
  ...commonDescription,
  title: "LinkedIn",
  authorization: endpoint("api.linkedin.com", "/oauth/v2/authorization"),
  token: endpoint("api.linkedin.com", "/oauth/v2/accessToken"),
  scopes: ["openid", "email", "profile"],
  profile: "id-token",
  idToken: {
    ...issuedBy("https://www.linkedin.com/oauth", "https://www.linkedin.com/oauth/openid/jwks"),
    // LinkedIn's tokens come without the nonce that was sent.
    nonce: false,
    map: mapIdToken,
  },
  dialect: {
    idToken: (account) => ({
      ...oidcClaims(account),
      email_verified: String(account.verified),
      locale: "en_US",
    }),
  },
} satisfies BuiltInProvider;
