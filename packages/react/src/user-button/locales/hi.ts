import type { UserButtonLocale } from "../en.ts";

/** Hindi, polite (आप). */
const hi: UserButtonLocale = {
  lang: "hi",
  dir: "ltr",
  user_button: {
    menu: {
      button_label: "खाता मेन्यू: {{name}}",
      guest: "मेहमान",
      account: "खाता प्रबंधित करें",
      color_scheme: "रंग योजना",
      system: "सिस्टम",
      light: "हल्का",
      dark: "गहरा",
      switch_account: "खाता बदलें",
      add_account: "दूसरा खाता जोड़ें",
      sign_out: "साइन आउट करें",
      sign_out_all: "सभी खातों से साइन आउट करें",
    },
    errors: {
      account_session_ended: "आप उस खाते से साइन आउट हो चुके हैं। उसका उपयोग करने के लिए उसे फिर से जोड़ें।",
    },
  },
};

export default hi;
