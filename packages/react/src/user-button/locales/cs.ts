import type { UserButtonLocale } from "../en.ts";

/** Czech, polite (vy). */
const cs: UserButtonLocale = {
  lang: "cs",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Nabídka účtu: {{name}}",
      guest: "Host",
      account: "Spravovat účet",
      color_scheme: "Barevný režim",
      system: "Podle systému",
      light: "Světlý",
      dark: "Tmavý",
      switch_account: "Přepnout účet",
      add_account: "Přidat další účet",
      sign_out: "Odhlásit se",
      sign_out_all: "Odhlásit se ze všech účtů",
    },
    errors: {
      account_session_ended: "Tento účet byl odhlášen. Chcete-li ho používat, přidejte ho znovu.",
    },
  },
};

export default cs;
