import type { GateLocale } from "../en.ts";

/** Hebrew, in gender-neutral wording. */
const he: GateLocale = {
  lang: "he",
  dir: "rtl",
  gate: {
    second_factor: {
      heading: "עוד שלב אחד",
      totp_text: "יש להזין את הקוד שמציגה אפליקציית האימות.",
      phone_text: "נשלח קוד לטלפון שלך.",
      webauthn_text: "יש לאשר במפתח האבטחה או במכשיר הזה.",
      recovery_code_text: "יש להזין אחד מקודי השחזור. כל קוד פועל פעם אחת בלבד.",
      code_label: "קוד",
      button_label: "המשך",
      send_button_label: "שליחת קוד",
      resend_button_label: "שליחת קוד נוסף",
      sent_text: "שלחנו לך קוד.",
      webauthn_button_label: "שימוש במפתח אבטחה",
      other_totp: "שימוש באפליקציית אימות במקום זאת",
      other_phone: "שימוש בהודעת טקסט במקום זאת",
      other_webauthn: "שימוש במפתח אבטחה במקום זאת",
      other_recovery_code: "שימוש בקוד שחזור במקום זאת",
      sign_out: "שימוש בחשבון אחר",
    },
    session_ended: {
      heading: "החיבור הסתיים",
      text: "יש להיכנס שוב כדי להמשיך מאותו מקום. מה שנכתב עדיין כאן.",
      leave: "עזיבה בלי להיכנס",
    },
    errors: {
      mfa_verification_failed: "הקוד אינו נכון. כדאי לנסות את הבא.",
      mfa_challenge_expired: "תוקף הקוד פג. יש לבקש קוד חדש.",
      mfa_recovery_codes_locked: "יותר מדי קודים שגויים. יש להמתין מעט או להשתמש בדרך אחרת.",
      webauthn_cancelled: "המכשיר לא אישר זאת. יש לנסות שוב.",
      webauthn_unsupported: "הדפדפן הזה אינו תומך במפתחות אבטחה.",
      webauthn_verification_failed: "מפתח האבטחה הזה אינו שייך לחשבון.",
    },
  },
};

export default he;
