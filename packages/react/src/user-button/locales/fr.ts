import type { UserButtonLocale } from "../en.ts";

/** French, formal (vous). */
const fr: UserButtonLocale = {
  lang: "fr",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu du compte\u00a0: {{name}}",
      guest: "Invité",
      account: "Gérer le compte",
      color_scheme: "Thème",
      system: "Système",
      light: "Clair",
      dark: "Sombre",
      switch_account: "Changer de compte",
      add_account: "Ajouter un autre compte",
      sign_out: "Se déconnecter",
      sign_out_all: "Se déconnecter de tous les comptes",
    },
    errors: {
      account_session_ended:
        "Vous avez été déconnecté de ce compte. Ajoutez-le de nouveau pour l’utiliser.",
    },
  },
};

export default fr;
