import type { UserButtonLocale } from "../en.ts";

/** Turkish, polite (siz); buttons in the plain imperative, as is usual. */
const tr: UserButtonLocale = {
  lang: "tr",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Hesap menüsü: {{name}}",
      guest: "Misafir",
      account: "Hesabı yönet",
      color_scheme: "Renk düzeni",
      system: "Sistem",
      light: "Açık",
      dark: "Koyu",
      switch_account: "Hesap değiştir",
      add_account: "Başka hesap ekle",
      sign_out: "Çıkış yap",
      sign_out_all: "Tüm hesaplardan çıkış yap",
    },
    errors: {
      account_session_ended: "Bu hesaptan çıkış yapıldı. Kullanmak için yeniden ekleyin.",
    },
  },
};

export default tr;
