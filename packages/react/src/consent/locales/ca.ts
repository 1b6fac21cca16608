import type { ConsentLocale } from "../en.ts";

/** Catalan (tu). */
const ca: ConsentLocale = {
  lang: "ca",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Vols permetre que {{name}} iniciï la teva sessió?",
      unnamed: "una aplicació sense nom",
      signed_in_as: "Has iniciat la sessió com a",
      guest: "convidat",
      may: "Podrà",
      account: "veure el teu compte: nom, correu electrònic, telèfon i com inicies la sessió",
      openid: "reconèixer-te cada vegada que inicies la sessió",
      profile: "veure el teu nom i la teva foto",
      email: "veure la teva adreça electrònica",
      phone: "veure el teu número de telèfon",
      offline_access: "mantenir la connexió quan no hi ets",
      goes_to: "Se’t redirigirà a",
      hint: "Permet-ho només si reconeixes aquesta adreça i acabes de venir d’allà.",
      allow: "Permet",
      deny: "Denega",
      loading: "S’està carregant…",
      leaving: "S’està redirigint…",
      continue: "No se t’ha redirigit? Continua",
      again: "Torna-ho a provar",
      none_heading: "No hi ha res per aprovar",
      none_text:
        "Aquest enllaç és incomplet. Torna a l’aplicació i inicia-hi la sessió una altra vegada.",
      over_heading: "Aquesta sol·licitud ja no és vàlida",
      over_text:
        "Ja s’ha respost, té més de deu minuts o l’ha oberta algú altre. Torna a l’aplicació i inicia-hi la sessió una altra vegada.",
      off_heading: "No disponible",
      off_text: "En aquest servidor no es pot iniciar la sessió en altres aplicacions.",
      failed_heading: "No s’ha pogut carregar la sol·licitud",
    },
    errors: {
      forbidden_redirect: "L’adreça de l’aplicació no és segura.",
    },
  },
};

export default ca;
