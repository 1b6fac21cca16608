import type { UserButtonLocale } from "../en.ts";

/** Vietnamese (bạn). */
const vi: UserButtonLocale = {
  lang: "vi",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Trình đơn tài khoản: {{name}}",
      guest: "Khách",
      account: "Quản lý tài khoản",
      color_scheme: "Giao diện màu",
      system: "Theo hệ thống",
      light: "Sáng",
      dark: "Tối",
      switch_account: "Chuyển tài khoản",
      add_account: "Thêm tài khoản khác",
      sign_out: "Đăng xuất",
      sign_out_all: "Đăng xuất khỏi mọi tài khoản",
    },
    errors: {
      account_session_ended: "Bạn đã đăng xuất khỏi tài khoản đó. Hãy thêm lại để sử dụng.",
    },
  },
};

export default vi;
