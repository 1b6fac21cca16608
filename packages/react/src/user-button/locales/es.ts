import type { UserButtonLocale } from "../en.ts";

/** Spanish (tú), without regional words. */
const es: UserButtonLocale = {
  lang: "es",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menú de la cuenta: {{name}}",
      guest: "Invitado",
      account: "Gestionar la cuenta",
      color_scheme: "Combinación de colores",
      system: "Sistema",
      light: "Claro",
      dark: "Oscuro",
      switch_account: "Cambiar de cuenta",
      add_account: "Añadir otra cuenta",
      sign_out: "Cerrar sesión",
      sign_out_all: "Cerrar sesión en todas las cuentas",
    },
    errors: {
      account_session_ended: "Se ha cerrado la sesión de esa cuenta. Añádela de nuevo para usarla.",
    },
  },
};

export default es;
