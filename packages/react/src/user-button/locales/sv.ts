import type { UserButtonLocale } from "../en.ts";

/** Swedish (du). */
const sv: UserButtonLocale = {
  lang: "sv",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Kontomeny: {{name}}",
      guest: "Gäst",
      account: "Hantera konto",
      color_scheme: "Färgschema",
      system: "System",
      light: "Ljust",
      dark: "Mörkt",
      switch_account: "Byt konto",
      add_account: "Lägg till ett annat konto",
      sign_out: "Logga ut",
      sign_out_all: "Logga ut från alla konton",
    },
    errors: {
      account_session_ended:
        "Du har loggats ut från det kontot. Lägg till det igen för att använda det.",
    },
  },
};

export default sv;
