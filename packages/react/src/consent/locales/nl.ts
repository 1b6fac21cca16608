import type { ConsentLocale } from "../en.ts";

/** Dutch, informal (je). */
const nl: ConsentLocale = {
  lang: "nl",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Mag {{name}} je inloggen?",
      unnamed: "een app zonder naam",
      signed_in_as: "Je bent ingelogd als",
      guest: "gast",
      may: "De app kan dan",
      account: "je account bekijken: naam, e-mail, telefoon en hoe je inlogt",
      openid: "je herkennen bij elke keer dat je inlogt",
      profile: "je naam en foto bekijken",
      email: "je e-mailadres bekijken",
      phone: "je telefoonnummer bekijken",
      offline_access: "verbonden blijven terwijl je weg bent",
      goes_to: "Je wordt doorgestuurd naar",
      hint: "Sta dit alleen toe als je dit adres kent en er net vandaan komt.",
      allow: "Toestaan",
      deny: "Weigeren",
      loading: "Laden…",
      leaving: "Doorsturen…",
      continue: "Niet doorgestuurd? Ga verder",
      again: "Opnieuw proberen",
      none_heading: "Niets om goed te keuren",
      none_text: "Deze link is onvolledig. Ga terug naar de app en log opnieuw in.",
      over_heading: "Dit verzoek is niet meer geldig",
      over_text:
        "Het is al beantwoord, is ouder dan tien minuten of is door iemand anders geopend. Ga terug naar de app en log opnieuw in.",
      off_heading: "Niet beschikbaar",
      off_text: "Inloggen bij andere apps staat uit op deze server.",
      failed_heading: "Het verzoek kon niet worden geladen",
    },
    errors: {
      forbidden_redirect: "Het adres van de app is niet veilig om te openen.",
    },
  },
};

export default nl;
