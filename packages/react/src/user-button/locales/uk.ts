import type { UserButtonLocale } from "../en.ts";

/** Ukrainian, polite (ви). */
const uk: UserButtonLocale = {
  lang: "uk",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Меню облікового запису: {{name}}",
      guest: "Гість",
      account: "Керувати обліковим записом",
      color_scheme: "Колірна схема",
      system: "Як у\u00a0системі",
      light: "Світла",
      dark: "Темна",
      switch_account: "Змінити обліковий запис",
      add_account: "Додати інший обліковий запис",
      sign_out: "Вийти",
      sign_out_all: "Вийти з\u00a0усіх облікових записів",
    },
    errors: {
      account_session_ended:
        "Сеанс цього облікового запису завершено. Додайте його знову, щоб користуватися ним.",
    },
  },
};

export default uk;
