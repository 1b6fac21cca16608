import type { AroundLocale } from "../words.ts";

/** Danish (du). */
const da: AroundLocale = {
  lang: "da",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Det må du ikke.",
      not_available: "Det er ikke slået til her.",
      gone: "Det findes ikke længere.",
      network_changed: "Dit netværk er skiftet. Begynd forfra på denne enhed.",
      code_wrong: "Koden er ikke rigtig. Prøv den næste.",
      code_needed: "Indtast koden, som vi har sendt dig.",
      second_step_needed: "Log først ind med dit andet trin.",
      other_step_needed: "Tilføj først et andet ekstra trin.",
      too_many_steps: "Du kan ikke have flere. Fjern en først.",
      step_name_taken: "Navnet findes allerede. Vælg et andet.",
      step_exists: "Det har du allerede tilføjet.",
      last_way_in: "Den sidste måde at logge ind på kan ikke fjernes.",
      identity_in_conflict: "Det kan ikke fjernes: e-mailadressen hører til en anden konto.",
      identity_taken: "Det hører allerede til en anden konto.",
      robot: "Vi kunne ikke sikre os, at du ikke er en robot. Prøv igen.",
      email_refused: "Vi kan ikke sende e-mails til denne adresse. Brug en anden.",
      sso_off: "Single sign-on er ikke slået til her. Log ind på en anden måde.",
      sso_unknown: "Der er ingen single sign-on for denne adresse. Log ind på en anden måde.",
      sso_faulty: "Din organisations single sign-on virkede ikke. Spørg dens administratorer.",
      sso_managed: "Det tager din organisation sig af. Ret det der.",
    },
    help: {
      resend: "Send bekræftelsen igen",
      wait: "Prøv igen om {{seconds}}\u00a0s",
      again: "Prøv igen",
    },
    passkeys: {
      button_label: "Log ind med en adgangsnøgle",
      cancelled: "Din enhed bekræftede det ikke. Prøv igen, eller log ind på en anden måde.",
    },
    passkey_offer: {
      heading: "Log ind uden adgangskode næste gang",
      text: "En adgangsnøgle bruger dit fingeraftryk, dit ansigt eller enhedens pinkode.",
      add: "Tilføj en adgangsnøgle",
      later: "Ikke nu",
      never: "Spørg ikke igen",
      done: "Færdig. Log ind med din adgangsnøgle næste gang.",
    },
    sso: {
      link: "Brug single sign-on",
      heading: "Single sign-on",
      text: "Din organisation logger dig ind. Vi finder den ud fra din adresse.",
      label: "Arbejdsmail",
      button_label: "Fortsæt",
      missing: "Indtast din arbejdsmail.",
      back: "Log ind på en anden måde",
    },
    captcha: {
      label: "Kontrol af, at du ikke er en robot",
      failed:
        "Kontrollen mod robotter kunne ikke indlæses. Genindlæs siden, eller tillad den i din browser.",
    },
    last_used: {
      mark: "Sidst brugt",
    },
    mail_hint: {
      use: "Mente du {{email}}?",
    },
    offline: {
      text: "Du er offline. Det, du har skrevet, bliver her.",
      back: "Du er online igen.",
      again: "Prøv igen",
    },
    checklist: {
      heading: "Adgangskoden skal have",
      length: "Mindst {{count}} tegn",
      longer: "Flere tegn",
      lower: "Et lille bogstav",
      upper: "Et stort bogstav",
      letter: "Et bogstav",
      digit: "Et tal",
      symbol: "Et symbol som ! eller ?",
      kinds: "Flere slags tegn",
      pwned: "Ikke stå på en liste over lækkede adgangskoder",
      bytes: "Højst 72 byte: {{count}} indtil nu. Nogle tegn tæller mere end én gang.",
      met: "Opfyldt",
      unmet: "Ikke opfyldt endnu",
    },
  },
};

export default da;
