import type { UserButtonLocale } from "../en.ts";

/** Italian, informal (tu). */
const it: UserButtonLocale = {
  lang: "it",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu dell’account: {{name}}",
      guest: "Ospite",
      account: "Gestisci l’account",
      color_scheme: "Combinazione di colori",
      system: "Sistema",
      light: "Chiaro",
      dark: "Scuro",
      switch_account: "Cambia account",
      add_account: "Aggiungi un altro account",
      sign_out: "Esci",
      sign_out_all: "Esci da tutti gli account",
    },
    errors: {
      account_session_ended:
        "La sessione di quell’account è terminata. Aggiungilo di nuovo per usarlo.",
    },
  },
};

export default it;
