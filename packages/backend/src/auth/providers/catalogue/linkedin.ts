import { type BuiltInProvider, commonDescription, endpoint, fixedIssuer } from "../description.ts";
import { type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { flagAt, idAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { oidcClaims, withoutType } from "../sandbox/responses.ts";
import { commonClaims, joinName, type UserInfoMapping } from "../user-info.ts";

const localizedText = (name: unknown) => {
  const locale = valueAt(name, "preferredLocale");
  return textAt(name, "localized", `${textAt(locale, "language")}_${textAt(locale, "country")}`);
};

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => {
  const images = valueAt(user, "profilePicture", "displayImage~", "elements");
  return {
    // LinkedIn returns only the primary address, and only after it is confirmed.
    emails: singleEmail(textAt(emails, "elements", 0, "handle~", "emailAddress"), true),
    claims: commonClaims(
      issuer,
      idAt(user, "id"),
      joinName(localizedText(valueAt(user, "firstName")), localizedText(valueAt(user, "lastName"))),
      textAt(images, 0, "identifiers", 0, "identifier"),
    ),
  };
};

const mapIdToken: IdTokenMapping = (token) => {
  const [givenName, familyName] = [textAt(token, "given_name"), textAt(token, "family_name")];
  return {
    emails: singleEmail(textAt(token, "email"), flagAt(token, "email_verified")),
    claims: {
      ...subjectClaims(token),
      name: `${givenName} ${familyName}`.trim(),
      given_name: givenName,
      family_name: familyName,
      locale: textAt(token, "locale"),
      picture: textAt(token, "picture"),
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
  sandboxResponses: {
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
    ...fixedIssuer("https://www.linkedin.com/oauth", "https://www.linkedin.com/oauth/openid/jwks"),
    // LinkedIn's tokens do not contain the nonce of the request.
    returnsNonce: false,
    map: mapIdToken,
  },
  sandboxResponses: {
    idToken: (account) => ({
      ...oidcClaims(account),
      email_verified: String(account.verified),
      locale: "en_US",
    }),
  },
} satisfies BuiltInProvider;
