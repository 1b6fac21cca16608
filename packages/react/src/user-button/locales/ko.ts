import type { UserButtonLocale } from "../en.ts";

/** Korean, polite. */
const ko: UserButtonLocale = {
  lang: "ko",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "계정 메뉴: {{name}}",
      guest: "게스트",
      account: "계정 관리",
      color_scheme: "색상 모드",
      system: "시스템",
      light: "밝게",
      dark: "어둡게",
      switch_account: "계정 전환",
      add_account: "다른 계정 추가",
      sign_out: "로그아웃",
      sign_out_all: "모든 계정에서 로그아웃",
    },
    errors: {
      account_session_ended: "이 계정에서 로그아웃되었습니다. 사용하려면 다시 추가하세요.",
    },
  },
};

export default ko;
