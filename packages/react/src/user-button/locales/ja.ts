import type { UserButtonLocale } from "../en.ts";

/** Japanese, polite (です・ます). */
const ja: UserButtonLocale = {
  lang: "ja",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "アカウントメニュー：{{name}}",
      guest: "ゲスト",
      account: "アカウントを管理",
      color_scheme: "配色",
      system: "システム",
      light: "ライト",
      dark: "ダーク",
      switch_account: "アカウントを切り替え",
      add_account: "別のアカウントを追加",
      sign_out: "ログアウト",
      sign_out_all: "すべてのアカウントからログアウト",
    },
    errors: {
      account_session_ended:
        "このアカウントからログアウトしています。使うにはもう一度追加してください。",
    },
  },
};

export default ja;
