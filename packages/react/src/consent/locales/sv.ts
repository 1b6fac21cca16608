import type { ConsentLocale } from "../en.ts";

/** Swedish (du). */
const sv: ConsentLocale = {
  lang: "sv",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Får {{name}} logga in dig?",
      unnamed: "en app utan namn",
      signed_in_as: "Du är inloggad som",
      guest: "gäst",
      may: "Appen kommer att kunna",
      account: "se ditt konto: namn, e-post, telefon och hur du loggar in",
      openid: "känna igen dig varje gång du loggar in",
      profile: "se ditt namn och din bild",
      email: "se din e-postadress",
      phone: "se ditt telefonnummer",
      offline_access: "förbli ansluten medan du är borta",
      goes_to: "Du skickas vidare till",
      hint: "Tillåt detta bara om du känner igen adressen och just kom därifrån.",
      allow: "Tillåt",
      deny: "Neka",
      loading: "Läser in…",
      leaving: "Skickar vidare…",
      continue: "Inte vidareskickad? Fortsätt",
      again: "Försök igen",
      none_heading: "Inget att godkänna",
      none_text: "Länken är ofullständig. Gå tillbaka till appen och logga in igen.",
      over_heading: "Den här begäran gäller inte längre",
      over_text:
        "Den har redan besvarats, är äldre än tio minuter eller öppnades av någon annan. Gå tillbaka till appen och logga in igen.",
      off_heading: "Inte tillgängligt",
      off_text: "Inloggning i andra appar är avstängd på den här servern.",
      failed_heading: "Begäran kunde inte läsas in",
    },
    errors: {
      forbidden_redirect: "Appens adress är inte säker att öppna.",
    },
  },
};

export default sv;
