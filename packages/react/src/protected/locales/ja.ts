import type { GateLocale } from "../en.ts";

/** Japanese, polite (です・ます). */
const ja: GateLocale = {
  lang: "ja",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "あと1ステップ",
      totp_text: "認証アプリに表示されているコードを入力してください。",
      phone_text: "お使いの電話にコードを送信します。",
      webauthn_text: "セキュリティキーまたはこの端末で確認してください。",
      recovery_code_text: "リカバリーコードを1つ入力してください。使えるのは1回だけです。",
      code_label: "認証コード",
      button_label: "続ける",
      send_button_label: "コードを送信",
      resend_button_label: "新しいコードを送信",
      sent_text: "コードを送信しました。",
      webauthn_button_label: "セキュリティキーを使う",
      other_totp: "代わりに認証アプリを使う",
      other_phone: "代わりにSMSを使う",
      other_webauthn: "代わりにセキュリティキーを使う",
      other_recovery_code: "代わりにリカバリーコードを使う",
      sign_out: "別のアカウントを使う",
    },
    session_ended: {
      heading: "セッションが終了しました",
      text: "もう一度ログインすると、続きから再開できます。入力した内容は残っています。",
      leave: "ログインせずに終了",
    },
    errors: {
      mfa_verification_failed: "コードが正しくありません。次のコードをお試しください。",
      mfa_challenge_expired: "コードの有効期限が切れています。新しいコードを取得してください。",
      mfa_recovery_codes_locked:
        "間違ったコードが多すぎます。しばらく待つか、別の方法を使ってください。",
      webauthn_cancelled: "端末で確認できませんでした。もう一度お試しください。",
      webauthn_unsupported: "このブラウザではセキュリティキーを使えません。",
      webauthn_verification_failed: "このセキュリティキーはこのアカウントのものではありません。",
    },
  },
};

export default ja;
