import { createHmac } from "node:crypto";
import { type BuiltInProvider, commonDescription, endpoint, fixedIssuer } from "../description.ts";
import { type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { idAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { oidcClaims, withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, joinName, type UserInfoMapping } from "../user-info.ts";

const facebookProfile = "/me?fields=email,first_name,last_name,name,picture";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const name = joinName(textAt(user, "first_name"), textAt(user, "last_name"));
  const alias = textAt(user, "name");
  return {
    emails: singleEmail(textAt(user, "email"), true),
    claims: {
      ...commonClaims(issuer, idAt(user, "id"), name, textAt(user, "picture", "data", "url")),
      nickname: alias,
      slug: alias,
    },
  };
};

/** Maps the ID token of Facebook's Limited Login. */
const mapIdToken: IdTokenMapping = (token) => ({
  emails: singleEmail(textAt(token, "email"), true),
  claims: {
    ...subjectClaims(token),
    name: textAt(token, "name"),
    picture: textAt(token, "picture"),
  },
});

export const facebook = {
  ...commonDescription,
  title: "Facebook",
  authorization: endpoint("www.facebook.com", "/dialog/oauth"),
  token: endpoint("graph.facebook.com", "/oauth/access_token"),
  scopes: ["email"],
  userInfo: {
    documents: { user: endpoint("graph.facebook.com", facebookProfile) },
    issuer: endpoint("graph.facebook.com", facebookProfile),
    proof: "appsecret_proof",
    map: mapUserInfo,
  },
  idToken: {
    ...fixedIssuer(
      "https://www.facebook.com",
      "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
    ),
    returnsNonce: true,
    map: mapIdToken,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        id: account.subject,
        email: account.email,
        first_name: account.givenName,
        last_name: account.familyName,
        name: account.name,
        picture: { data: { height: 50, is_silhouette: false, url: account.avatar, width: 50 } },
      }),
    }),
    idToken: oidcClaims,
  },
} satisfies BuiltInProvider;

/**
 * Adds the proof that the access token is used by the application that it was issued to.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function withAppSecretProof(url: string, accessToken: string, appSecret: string): string {
  const proof = createHmac("sha256", appSecret).update(accessToken).digest("hex");
  const urlWithProof = new URL(url);
  urlWithProof.searchParams.set("appsecret_proof", proof);
  return urlWithProof.href;
}
