import type { UserButtonLocale } from "../en.ts";

/** Chinese in simplified script, as written in mainland China. */
const zhHans: UserButtonLocale = {
  lang: "zh-Hans",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "账号菜单：{{name}}",
      guest: "访客",
      account: "管理账号",
      color_scheme: "配色方案",
      system: "跟随系统",
      light: "浅色",
      dark: "深色",
      switch_account: "切换账号",
      add_account: "添加其他账号",
      sign_out: "退出登录",
      sign_out_all: "退出所有账号",
    },
    errors: {
      account_session_ended: "你已退出该账号。请重新添加后使用。",
    },
  },
};

export default zhHans;
