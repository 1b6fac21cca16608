import type { UserButtonLocale } from "../en.ts";

/** Indonesian, polite (Anda). */
const id: UserButtonLocale = {
  lang: "id",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Menu akun: {{name}}",
      guest: "Tamu",
      account: "Kelola akun",
      color_scheme: "Skema warna",
      system: "Sistem",
      light: "Terang",
      dark: "Gelap",
      switch_account: "Ganti akun",
      add_account: "Tambahkan akun lain",
      sign_out: "Keluar",
      sign_out_all: "Keluar dari semua akun",
    },
    errors: {
      account_session_ended:
        "Anda telah keluar dari akun itu. Tambahkan lagi untuk menggunakannya.",
    },
  },
};

export default id;
