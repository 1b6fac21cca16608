import type { UserButtonLocale } from "../en.ts";

/** Russian, polite (вы). */
const ru: UserButtonLocale = {
  lang: "ru",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Меню аккаунта: {{name}}",
      guest: "Гость",
      account: "Управление аккаунтом",
      color_scheme: "Цветовая схема",
      system: "Как в\u00a0системе",
      light: "Светлая",
      dark: "Тёмная",
      switch_account: "Сменить аккаунт",
      add_account: "Добавить другой аккаунт",
      sign_out: "Выйти",
      sign_out_all: "Выйти из всех аккаунтов",
    },
    errors: {
      account_session_ended:
        "Сеанс этого аккаунта завершён. Добавьте его снова, чтобы пользоваться им.",
    },
  },
};

export default ru;
