import type { UserButtonLocale } from "../en.ts";

/** Chinese in traditional script, as written in Taiwan. */
const zhHant: UserButtonLocale = {
  lang: "zh-Hant",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "帳號選單：{{name}}",
      guest: "訪客",
      account: "管理帳號",
      color_scheme: "配色",
      system: "跟隨系統",
      light: "淺色",
      dark: "深色",
      switch_account: "切換帳號",
      add_account: "新增其他帳號",
      sign_out: "登出",
      sign_out_all: "登出所有帳號",
    },
    errors: {
      account_session_ended: "你已登出該帳號。若要使用，請重新新增。",
    },
  },
};

export default zhHant;
