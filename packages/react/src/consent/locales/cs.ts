import type { ConsentLocale } from "../en.ts";

/** Czech, polite (vy). */
const cs: ConsentLocale = {
  lang: "cs",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Povolit aplikaci {{name}}, aby vás přihlásila?",
      unnamed: "aplikace beze jména",
      signed_in_as: "Jste přihlášeni jako",
      guest: "host",
      may: "Bude moci",
      account: "vidět váš účet: jméno, e-mail, telefon a způsoby přihlášení",
      openid: "poznat vás při každém přihlášení",
      profile: "vidět vaše jméno a obrázek",
      email: "vidět vaši e-mailovou adresu",
      phone: "vidět vaše telefonní číslo",
      offline_access: "zůstat připojená, i když tu nejste",
      goes_to: "Budete přesměrováni na",
      hint: "Povolte to jen tehdy, když tuto adresu znáte a právě z ní přicházíte.",
      allow: "Povolit",
      deny: "Odmítnout",
      loading: "Načítání…",
      leaving: "Přesměrování…",
      continue: "Nejste přesměrováni? Pokračujte zde",
      again: "Zkusit znovu",
      none_heading: "Není co schvalovat",
      none_text: "Tento odkaz není úplný. Vraťte se do aplikace a přihlaste se znovu.",
      over_heading: "Tento požadavek už neplatí",
      over_text:
        "Už byl zodpovězen, je starší než deset minut nebo ho otevřel někdo jiný. Vraťte se do aplikace a přihlaste se znovu.",
      off_heading: "Není k dispozici",
      off_text: "Přihlašování do jiných aplikací je na tomto serveru vypnuté.",
      failed_heading: "Požadavek se nepodařilo načíst",
    },
    errors: {
      forbidden_redirect: "Adresu aplikace není bezpečné otevřít.",
    },
  },
};

export default cs;
