import type { ConsentLocale } from "../en.ts";

/** German, informal (du). */
const de: ConsentLocale = {
  lang: "de",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Darf {{name}} dich anmelden?",
      unnamed: "eine Anwendung ohne Namen",
      signed_in_as: "Du bist angemeldet als",
      guest: "Gast",
      may: "Sie kann dann",
      account: "dein Konto sehen: Name, E-Mail-Adresse, Telefonnummer und wie du dich anmeldest",
      openid: "dich bei jeder Anmeldung wiedererkennen",
      profile: "deinen Namen und dein Bild sehen",
      email: "deine E-Mail-Adresse sehen",
      phone: "deine Telefonnummer sehen",
      offline_access: "verbunden bleiben, während du weg bist",
      goes_to: "Du wirst weitergeleitet zu",
      hint: "Erlaube das nur, wenn du diese Adresse kennst und gerade von dort kommst.",
      allow: "Erlauben",
      deny: "Ablehnen",
      loading: "Wird geladen\u00a0…",
      leaving: "Du wirst weitergeleitet\u00a0…",
      continue: "Keine Weiterleitung? Hier fortfahren",
      again: "Noch einmal versuchen",
      none_heading: "Nichts zu bestätigen",
      none_text:
        "Dieser Link ist unvollständig. Geh zurück zur Anwendung und melde dich dort erneut an.",
      over_heading: "Diese Anfrage ist nicht mehr gültig",
      over_text:
        "Sie wurde schon beantwortet, ist älter als zehn Minuten oder wurde von jemand anderem geöffnet. Geh zurück zur Anwendung und melde dich dort erneut an.",
      off_heading: "Nicht verfügbar",
      off_text: "Auf diesem Server ist die Anmeldung bei anderen Anwendungen ausgeschaltet.",
      failed_heading: "Die Anfrage konnte nicht geladen werden",
    },
    errors: {
      forbidden_redirect: "Die Adresse der Anwendung ist nicht sicher.",
    },
  },
};

export default de;
