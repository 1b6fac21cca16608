import type { UserButtonLocale } from "../en.ts";

/** Portuguese of Brazil (você). */
const ptBR: UserButtonLocale = {
  lang: "pt-BR",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu da conta: {{name}}",
      guest: "Convidado",
      account: "Gerenciar conta",
      color_scheme: "Esquema de cores",
      system: "Sistema",
      light: "Claro",
      dark: "Escuro",
      switch_account: "Trocar de conta",
      add_account: "Adicionar outra conta",
      sign_out: "Sair",
      sign_out_all: "Sair de todas as contas",
    },
    errors: {
      account_session_ended: "Você saiu dessa conta. Adicione-a novamente para usá-la.",
    },
  },
};

export default ptBR;
