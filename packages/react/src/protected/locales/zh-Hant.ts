import type { GateLocale } from "../en.ts";

/** Chinese in traditional script, as written in Taiwan. */
const zhHant: GateLocale = {
  lang: "zh-Hant",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "還差一步",
      totp_text: "請輸入驗證器應用程式顯示的驗證碼。",
      phone_text: "我們會傳送驗證碼到你的手機。",
      webauthn_text: "請用安全金鑰或此裝置確認。",
      recovery_code_text: "輸入一組復原碼。每組只能使用一次。",
      code_label: "驗證碼",
      button_label: "繼續",
      send_button_label: "傳送驗證碼",
      resend_button_label: "重新傳送驗證碼",
      sent_text: "我們已傳送驗證碼給你。",
      webauthn_button_label: "使用安全金鑰",
      other_totp: "改用驗證器應用程式",
      other_phone: "改用簡訊",
      other_webauthn: "改用安全金鑰",
      other_recovery_code: "改用復原碼",
      sign_out: "使用其他帳號",
    },
    session_ended: {
      heading: "登入狀態已失效",
      text: "重新登入即可從原處繼續。你輸入的內容還在。",
      leave: "不登入並離開",
    },
    errors: {
      mfa_verification_failed: "驗證碼不正確。請試試下一個。",
      mfa_challenge_expired: "驗證碼已過期。請重新取得。",
      mfa_recovery_codes_locked: "錯誤的復原碼過多。請稍後再試，或改用其他方式。",
      webauthn_cancelled: "你的裝置沒有確認。請再試一次。",
      webauthn_unsupported: "此瀏覽器不支援安全金鑰。",
      webauthn_verification_failed: "此安全金鑰不屬於該帳號。",
    },
  },
};

export default zhHant;
