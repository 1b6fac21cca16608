import type { UserButtonLocale } from "../en.ts";

/** Arabic, Modern Standard. */
const ar: UserButtonLocale = {
  lang: "ar",
  dir: "rtl",
  user_button: {
    menu: {
      button_label: "قائمة الحساب: {{name}}",
      guest: "ضيف",
      account: "إدارة الحساب",
      color_scheme: "نمط الألوان",
      system: "حسب النظام",
      light: "فاتح",
      dark: "داكن",
      switch_account: "تبديل الحساب",
      add_account: "إضافة حساب آخر",
      sign_out: "تسجيل الخروج",
      sign_out_all: "تسجيل الخروج من كل الحسابات",
    },
    errors: {
      account_session_ended: "تم تسجيل خروجك من هذا الحساب. أضفه مرة أخرى لاستخدامه.",
    },
  },
};

export default ar;
