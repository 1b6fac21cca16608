import type { ConsentLocale } from "../en.ts";

/** Danish (du). */
const da: ConsentLocale = {
  lang: "da",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Må {{name}} logge dig ind?",
      unnamed: "en app uden navn",
      signed_in_as: "Du er logget ind som",
      guest: "gæst",
      may: "Den vil kunne",
      account: "se din konto: navn, e-mail, telefon og hvordan du logger ind",
      openid: "genkende dig, hver gang du logger ind",
      profile: "se dit navn og billede",
      email: "se din e-mailadresse",
      phone: "se dit telefonnummer",
      offline_access: "forblive forbundet, mens du er væk",
      goes_to: "Du bliver sendt videre til",
      hint: "Tillad det kun, hvis du kender denne adresse og lige er kommet derfra.",
      allow: "Tillad",
      deny: "Afvis",
      loading: "Indlæser…",
      leaving: "Sender dig videre…",
      continue: "Ikke sendt videre? Fortsæt",
      again: "Prøv igen",
      none_heading: "Intet at godkende",
      none_text: "Linket er ufuldstændigt. Gå tilbage til appen, og log ind igen.",
      over_heading: "Denne anmodning gælder ikke længere",
      over_text:
        "Den er allerede besvaret, er mere end ti minutter gammel eller blev åbnet af en anden. Gå tilbage til appen, og log ind igen.",
      off_heading: "Ikke tilgængelig",
      off_text: "Login i andre apps er slået fra på denne server.",
      failed_heading: "Anmodningen kunne ikke indlæses",
    },
    errors: {
      forbidden_redirect: "Appens adresse er ikke sikker at åbne.",
    },
  },
};

export default da;
