import type { AroundLocale } from "../words.ts";

/** Swedish (du). */
const sv: AroundLocale = {
  lang: "sv",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Du får inte göra det här.",
      not_available: "Det här är inte påslaget här.",
      gone: "Det finns inte längre.",
      network_changed: "Ditt nätverk har ändrats. Börja om på den här enheten.",
      code_wrong: "Koden stämmer inte. Prova nästa.",
      code_needed: "Ange koden som vi har skickat till dig.",
      second_step_needed: "Logga först in med ditt andra steg.",
      other_step_needed: "Lägg först till ett annat andra steg.",
      too_many_steps: "Du kan inte ha fler. Ta bort en först.",
      step_name_taken: "Namnet finns redan. Välj ett annat.",
      step_exists: "Du har redan lagt till det här.",
      last_way_in: "Det sista sättet att logga in kan inte kopplas bort.",
      identity_in_conflict:
        "Det går inte att koppla bort: e-postadressen hör till ett annat konto.",
      identity_taken: "Det hör redan till ett annat konto.",
      robot: "Vi kunde inte säkerställa att du inte är en robot. Försök igen.",
      email_refused: "Vi kan inte skicka e-post till den här adressen. Använd en annan.",
      sso_off: "Enkel inloggning är inte påslagen här. Logga in på ett annat sätt.",
      sso_unknown:
        "Det finns ingen enkel inloggning för den här adressen. Logga in på ett annat sätt.",
      sso_faulty: "Din organisations enkla inloggning fungerade inte. Fråga dess administratörer.",
      sso_managed: "Din organisation sköter det här. Ändra det där.",
    },
    help: {
      resend: "Skicka bekräftelsen igen",
      wait: "Försök igen om {{seconds}}\u00a0s",
      again: "Försök igen",
    },
    passkeys: {
      button_label: "Logga in med ett nyckellösenord",
      cancelled: "Din enhet bekräftade det inte. Försök igen eller logga in på ett annat sätt.",
    },
    passkey_offer: {
      heading: "Logga in utan lösenord nästa gång",
      text: "Ett nyckellösenord använder ditt fingeravtryck, ditt ansikte eller enhetens PIN-kod.",
      add: "Lägg till ett nyckellösenord",
      later: "Inte nu",
      never: "Fråga inte igen",
      done: "Klart. Logga in med ditt nyckellösenord nästa gång.",
    },
    sso: {
      link: "Använd enkel inloggning",
      heading: "Enkel inloggning",
      text: "Din organisation loggar in dig. Vi hittar den genom din adress.",
      label: "E-postadress på jobbet",
      button_label: "Fortsätt",
      missing: "Ange din e-postadress på jobbet.",
      back: "Logga in på ett annat sätt",
    },
    captcha: {
      label: "Kontroll att du inte är en robot",
      failed:
        "Kontrollen mot robotar kunde inte laddas. Ladda om sidan eller tillåt den i webbläsaren.",
    },
    last_used: {
      mark: "Senast använt",
    },
    mail_hint: {
      use: "Menade du {{email}}?",
    },
    offline: {
      text: "Du är offline. Det du har skrivit finns kvar här.",
      back: "Du är online igen.",
      again: "Försök igen",
    },
    checklist: {
      heading: "Lösenordet behöver",
      length: "Minst {{count}} tecken",
      longer: "Fler tecken",
      lower: "En liten bokstav",
      upper: "En stor bokstav",
      letter: "En bokstav",
      digit: "En siffra",
      symbol: "En symbol, som ! eller ?",
      kinds: "Fler sorters tecken",
      pwned: "Inte finnas i en lista över läckta lösenord",
      bytes: "Högst 72 byte: {{count}} hittills. Vissa tecken räknas mer än en gång.",
      met: "Uppfyllt",
      unmet: "Inte uppfyllt än",
    },
  },
};

export default sv;
