import type { ConsentLocale } from "../en.ts";

/** Japanese, polite (です・ます). */
const ja: ConsentLocale = {
  lang: "ja",
  dir: "ltr",
  consent: {
    consent: {
      heading: "{{name}}にログインを許可しますか？",
      unnamed: "名前のないアプリ",
      signed_in_as: "ログイン中のアカウント",
      guest: "ゲスト",
      may: "許可すると、次のことができます",
      account: "アカウントの表示（名前、メール、電話番号、ログイン方法）",
      openid: "ログインするたびにあなたを認識する",
      profile: "名前と画像を見る",
      email: "メールアドレスを見る",
      phone: "電話番号を見る",
      offline_access: "不在のときも接続を保つ",
      goes_to: "移動先",
      hint: "このアドレスに心当たりがあり、そこから来たばかりの場合にだけ許可してください。",
      allow: "許可",
      deny: "拒否",
      loading: "読み込み中…",
      leaving: "移動中…",
      continue: "移動しない場合はこちら",
      again: "もう一度試す",
      none_heading: "承認するものはありません",
      none_text: "このリンクは不完全です。アプリに戻り、もう一度ログインしてください。",
      over_heading: "このリクエストは無効になりました",
      over_text:
        "すでに回答されたか、10分以上たったか、ほかの人が開きました。アプリに戻り、もう一度ログインしてください。",
      off_heading: "利用できません",
      off_text: "このサーバーでは、ほかのアプリへのログインが無効になっています。",
      failed_heading: "リクエストを読み込めませんでした",
    },
    errors: {
      forbidden_redirect: "アプリのアドレスは安全に開けません。",
    },
  },
};

export default ja;
