import type { ConsentLocale } from "../en.ts";

/** German, formal (Sie). */
const deFormal: ConsentLocale = {
  lang: "de",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Darf {{name}} Sie anmelden?",
      unnamed: "eine Anwendung ohne Namen",
      signed_in_as: "Sie sind angemeldet als",
      guest: "Gast",
      may: "Sie kann dann",
      account: "Ihr Konto sehen: Name, E-Mail-Adresse, Telefonnummer und wie Sie sich anmelden",
      openid: "Sie bei jeder Anmeldung wiedererkennen",
      profile: "Ihren Namen und Ihr Bild sehen",
      email: "Ihre E-Mail-Adresse sehen",
      phone: "Ihre Telefonnummer sehen",
      offline_access: "verbunden bleiben, während Sie weg sind",
      goes_to: "Sie werden weitergeleitet zu",
      hint: "Erlauben Sie das nur, wenn Sie diese Adresse kennen und gerade von dort kommen.",
      allow: "Erlauben",
      deny: "Ablehnen",
      loading: "Wird geladen\u00a0…",
      leaving: "Sie werden weitergeleitet\u00a0…",
      continue: "Keine Weiterleitung? Hier fortfahren",
      again: "Noch einmal versuchen",
      none_heading: "Nichts zu bestätigen",
      none_text:
        "Dieser Link ist unvollständig. Gehen Sie zurück zur Anwendung und melden Sie sich dort erneut an.",
      over_heading: "Diese Anfrage ist nicht mehr gültig",
      over_text:
        "Sie wurde schon beantwortet, ist älter als zehn Minuten oder wurde von jemand anderem geöffnet. Gehen Sie zurück zur Anwendung und melden Sie sich dort erneut an.",
      off_heading: "Nicht verfügbar",
      off_text: "Auf diesem Server ist die Anmeldung bei anderen Anwendungen ausgeschaltet.",
      failed_heading: "Die Anfrage konnte nicht geladen werden",
    },
    errors: {
      forbidden_redirect: "Die Adresse der Anwendung ist nicht sicher.",
    },
  },
};

export default deFormal;
