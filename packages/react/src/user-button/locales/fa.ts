import type { UserButtonLocale } from "../en.ts";

/** Persian, polite (شما). */
const fa: UserButtonLocale = {
  lang: "fa",
  dir: "rtl",
  user_button: {
    menu: {
      button_label: "فهرست حساب: {{name}}",
      guest: "مهمان",
      account: "مدیریت حساب",
      color_scheme: "طرح رنگ",
      system: "سیستم",
      light: "روشن",
      dark: "تیره",
      switch_account: "تغییر حساب",
      add_account: "افزودن حساب دیگر",
      sign_out: "خروج",
      sign_out_all: "خروج از همهٔ حساب\u200cها",
    },
    errors: {
      account_session_ended:
        "از این حساب خارج شده\u200cاید. برای استفاده، آن را دوباره اضافه کنید.",
    },
  },
};

export default fa;
