import type { UserButtonLocale } from "../en.ts";

/** Greek, polite (εσείς). */
const el: UserButtonLocale = {
  lang: "el",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "Μενού λογαριασμού: {{name}}",
      guest: "Επισκέπτης",
      account: "Διαχείριση λογαριασμού",
      color_scheme: "Χρώματα",
      system: "Σύστημα",
      light: "Φωτεινό",
      dark: "Σκούρο",
      switch_account: "Αλλαγή λογαριασμού",
      add_account: "Προσθήκη άλλου λογαριασμού",
      sign_out: "Αποσύνδεση",
      sign_out_all: "Αποσύνδεση από όλους τους λογαριασμούς",
    },
    errors: {
      account_session_ended:
        "Αποσυνδεθήκατε από αυτόν τον λογαριασμό. Προσθέστε τον ξανά για να τον χρησιμοποιήσετε.",
    },
  },
};

export default el;
