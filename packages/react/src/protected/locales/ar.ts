import type { GateLocale } from "../en.ts";

/** Arabic, Modern Standard. */
const ar: GateLocale = {
  lang: "ar",
  dir: "rtl",
  gate: {
    second_factor: {
      heading: "بقيت خطوة واحدة",
      totp_text: "أدخل الرمز الذي يعرضه تطبيق المصادقة.",
      phone_text: "سنرسل رمزًا إلى هاتفك.",
      webauthn_text: "أكّد بمفتاح الأمان أو بهذا الجهاز.",
      recovery_code_text: "أدخل أحد رموز الاسترداد. يعمل كل رمز مرة واحدة فقط.",
      code_label: "الرمز",
      button_label: "متابعة",
      send_button_label: "إرسال رمز",
      resend_button_label: "إرسال رمز آخر",
      sent_text: "أرسلنا إليك رمزًا.",
      webauthn_button_label: "استخدام مفتاح الأمان",
      other_totp: "استخدام تطبيق مصادقة بدلًا من ذلك",
      other_phone: "استخدام رسالة نصية بدلًا من ذلك",
      other_webauthn: "استخدام مفتاح أمان بدلًا من ذلك",
      other_recovery_code: "استخدام رمز استرداد بدلًا من ذلك",
      sign_out: "استخدام حساب آخر",
    },
    session_ended: {
      heading: "انتهت جلستك",
      text: "سجّل الدخول مرة أخرى للمتابعة من حيث توقفت. ما كتبته ما زال موجودًا.",
      leave: "المغادرة دون تسجيل الدخول",
    },
    errors: {
      mfa_verification_failed: "هذا الرمز غير صحيح. جرّب الرمز التالي.",
      mfa_challenge_expired: "انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.",
      mfa_recovery_codes_locked: "رموز خاطئة كثيرة. انتظر قليلًا أو استخدم طريقة أخرى.",
      webauthn_cancelled: "لم يؤكد جهازك ذلك. حاول مرة أخرى.",
      webauthn_unsupported: "لا يدعم هذا المتصفح مفاتيح الأمان.",
      webauthn_verification_failed: "لا ينتمي مفتاح الأمان هذا إلى الحساب.",
    },
  },
};

export default ar;
