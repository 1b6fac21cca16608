import type { UserButtonLocale } from "../en.ts";

/** Portuguese of Portugal, formal. */
const ptPT: UserButtonLocale = {
  lang: "pt-PT",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu da conta: {{name}}",
      guest: "Convidado",
      account: "Gerir a conta",
      color_scheme: "Esquema de cores",
      system: "Sistema",
      light: "Claro",
      dark: "Escuro",
      switch_account: "Mudar de conta",
      add_account: "Adicionar outra conta",
      sign_out: "Terminar sessão",
      sign_out_all: "Terminar sessão em todas as contas",
    },
    errors: {
      account_session_ended: "A sessão dessa conta terminou. Adicione-a novamente para a usar.",
    },
  },
};

export default ptPT;
