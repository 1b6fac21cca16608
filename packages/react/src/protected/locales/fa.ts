import type { GateLocale } from "../en.ts";

/** Persian, polite (شما). */
const fa: GateLocale = {
  lang: "fa",
  dir: "rtl",
  gate: {
    second_factor: {
      heading: "یک مرحلهٔ دیگر",
      totp_text: "کدی را که برنامهٔ احراز هویت نشان می\u200cدهد وارد کنید.",
      phone_text: "کدی به تلفن شما می\u200cفرستیم.",
      webauthn_text: "با کلید امنیتی یا همین دستگاه تأیید کنید.",
      recovery_code_text:
        "یکی از کدهای بازیابی خود را وارد کنید. هر کد فقط یک بار کار می\u200cکند.",
      code_label: "کد",
      button_label: "ادامه",
      send_button_label: "ارسال کد",
      resend_button_label: "ارسال کد جدید",
      sent_text: "کدی برایتان فرستادیم.",
      webauthn_button_label: "استفاده از کلید امنیتی",
      other_totp: "استفاده از برنامهٔ احراز هویت به\u200cجای آن",
      other_phone: "استفاده از پیامک به\u200cجای آن",
      other_webauthn: "استفاده از کلید امنیتی به\u200cجای آن",
      other_recovery_code: "استفاده از کد بازیابی به\u200cجای آن",
      sign_out: "استفاده از حساب دیگر",
    },
    session_ended: {
      heading: "نشست شما پایان یافت",
      text: "برای ادامه از همان\u200cجا دوباره وارد شوید. آنچه نوشته\u200cاید هنوز هست.",
      leave: "خروج بدون ورود دوباره",
    },
    errors: {
      mfa_verification_failed: "این کد درست نیست. کد بعدی را امتحان کنید.",
      mfa_challenge_expired: "این کد منقضی شده است. کد جدیدی بخواهید.",
      mfa_recovery_codes_locked:
        "کد نادرست بیش از حد وارد شد. کمی صبر کنید یا راه دیگری را امتحان کنید.",
      webauthn_cancelled: "دستگاه شما تأیید نکرد. دوباره تلاش کنید.",
      webauthn_unsupported: "این مرورگر از کلیدهای امنیتی پشتیبانی نمی\u200cکند.",
      webauthn_verification_failed: "این کلید امنیتی به این حساب تعلق ندارد.",
    },
  },
};

export default fa;
