import { type BuiltInProvider, commonDescription, endpoint, fixedIssuer } from "../description.ts";
import { type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { flagAt, idAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const kakaoAccount = valueAt(user, "kakao_account");
  const name = textAt(kakaoAccount, "profile", "nickname");
  const verified =
    flagAt(kakaoAccount, "is_email_verified") && flagAt(kakaoAccount, "is_email_valid");
  return {
    emails: singleEmail(textAt(kakaoAccount, "email"), verified),
    claims: {
      ...commonClaims(issuer, idAt(user, "id"), name, ""),
      preferred_username: name,
      avatar_url: textAt(kakaoAccount, "profile", "profile_image_url"),
      user_name: name,
    },
  };
};

/**
 * Unlike Kakao's user-info, its ID tokens do not report whether the address is valid and verified, so treat it as
 * unverified. Supabase Auth treats it as verified.
 */
const mapIdToken: IdTokenMapping = (token) => ({
  emails: singleEmail(textAt(token, "email"), false),
  claims: {
    ...subjectClaims(token),
    name: textAt(token, "nickname"),
    preferred_username: textAt(token, "nickname"),
    picture: textAt(token, "picture"),
  },
});

export const kakao = {
  ...commonDescription,
  title: "Kakao",
  authorization: endpoint("kauth.kakao.com", "/oauth/authorize"),
  token: endpoint("kauth.kakao.com", "/oauth/token"),
  scopes: ["account_email", "profile_image", "profile_nickname"],
  userInfo: {
    documents: { user: endpoint("kapi.kakao.com", "/v2/user/me") },
    issuer: endpoint("kapi.kakao.com"),
    map: mapUserInfo,
  },
  idToken: {
    ...fixedIssuer("https://kauth.kakao.com", "https://kauth.kakao.com/.well-known/jwks.json"),
    returnsNonce: true,
    map: mapIdToken,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        id: account.number,
        connected_at: "2022-04-11T01:45:28Z",
        kakao_account: {
          profile: { nickname: account.name, profile_image_url: account.avatar },
          ...(account.email === ""
            ? {}
            : {
                is_email_valid: true,
                is_email_verified: account.verified,
                email: account.email,
              }),
        },
      },
    }),
    idToken: (account) =>
      withoutEmpty({
        sub: String(account.number),
        nickname: account.name,
        picture: account.avatar,
        email: account.email,
      }),
  },
} satisfies BuiltInProvider;
