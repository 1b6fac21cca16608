import type { UserButtonLocale } from "../en.ts";

/** Hebrew, in gender-neutral wording. */
const he: UserButtonLocale = {
  lang: "he",
  dir: "rtl",
  user_button: {
    menu: {
      button_label: "תפריט החשבון: {{name}}",
      guest: "אורח",
      account: "ניהול החשבון",
      color_scheme: "ערכת צבעים",
      system: "לפי המערכת",
      light: "בהירה",
      dark: "כהה",
      switch_account: "החלפת חשבון",
      add_account: "הוספת חשבון אחר",
      sign_out: "יציאה",
      sign_out_all: "יציאה מכל החשבונות",
    },
    errors: {
      account_session_ended: "בוצעה יציאה מהחשבון הזה. כדי להשתמש בו יש להוסיף אותו שוב.",
    },
  },
};

export default he;
