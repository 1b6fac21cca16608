import type { PluginLocale } from "../words.ts";

/** Danish (du). */
const da: PluginLocale = {
  lang: "da",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Tjek din e-mail",
      sign_up_text:
        "Vi har sendt et link og en kode til {{email}}. Én af delene er nok til at bekræfte din konto.",
      magic_link_text:
        "Vi har sendt et link og en kode til {{email}}. Én af delene er nok til at logge ind.",
      forgotten_password_text:
        "Vi har sendt et link og en kode til {{email}}. Én af delene er nok til at vælge en ny adgangskode.",
      email_change_text:
        "Vi har sendt et link og en kode til {{email}}. Én af delene er nok til at bekræfte adressen.",
      waiting_text:
        "Linket virker på alle enheder. Åbnes det i denne browser, går også denne side videre.",
      wrong_address: "Forkert adresse?",
      open_mail: "Åbn {{provider}}",
      resend_button_label: "Send igen",
      resend_loading_button_label: "Sender\u00a0…",
      resent: "Vi har sendt det igen.",
    },
    code: {
      wait_text: "Du kan bede om den igen {{when}}.",
    },
    confirm: {
      signup_heading: "Bekræft din konto",
      signup_button_label: "Bekræft og log ind",
      magiclink_heading: "Du er næsten inde",
      magiclink_button_label: "Log ind",
      recovery_heading: "Nulstil din adgangskode",
      recovery_button_label: "Videre til en ny adgangskode",
      invite_heading: "Du er inviteret",
      invite_button_label: "Acceptér og log ind",
      email_change_heading: "Bekræft e-mailadressen",
      email_change_button_label: "Bekræft e-mailadressen",
      text: "Et klik er nødvendigt, fordi nogle mailprogrammer selv åbner links i e-mails.",
      loading_button_label: "Et øjeblik\u00a0…",
      half: "En af de to adresser er bekræftet. Åbn nu det link, vi sendte til den anden.",
      incomplete: "Linket er ufuldstændigt. Åbn det igen fra e-mailen, eller bed om et nyt.",
      expired: "Linket er allerede brugt eller for gammelt. Bed om et nyt.",
      back: "Bed om et nyt link",
    },
    phone: {
      use_phone: "Brug et telefonnummer",
      use_email: "Brug en e-mailadresse",
      sign_in_heading: "Log ind med telefon",
      sign_up_heading: "Opret konto med telefon",
      country_label: "Land",
      number_label: "Telefonnummer",
      number_hint: "Som du taster det, eller med +",
      number_invalid: "Det er ikke et fuldstændigt telefonnummer.",
      send_button_label: "Send en kode",
      send_loading_button_label: "Sender\u00a0…",
      by_code: "Brug en kode i stedet",
      by_password: "Brug en adgangskode i stedet",
      code_text: "Vi har sendt en kode til {{phone}}.",
      wrong_number: "Forkert nummer?",
    },
    anonymous: {
      button_label: "Fortsæt som gæst",
      loading_button_label: "Et øjeblik\u00a0…",
      heading: "Behold det, du har lavet",
      text: "Du er her som gæst. Tilføj en måde at logge ind på, så forbliver alt dit, på alle enheder.",
      upgrade_button_label: "Opret min konto",
      upgrade_loading_button_label: "Opretter konto\u00a0…",
      link: "Fortsæt med {{provider}}",
    },
    existing: {
      text: "Ingen besked? Måske har du allerede en konto.",
      sign_in: "Log ind",
      reset: "Nulstil din adgangskode",
    },
    errors: {
      not_allowed: "Det har du ikke tilladelse til.",
      not_available: "Det er ikke slået til her.",
      gone: "Det findes ikke længere.",
      network_changed: "Dit netværk har ændret sig. Begynd forfra på denne enhed.",
      code_wrong: "Koden er ikke rigtig. Prøv den næste.",
      code_needed: "Indtast koden, som vi har sendt dig.",
      second_step_needed: "Gennemfør først det andet trin i login.",
      other_step_needed: "Tilføj først et andet ekstra trin.",
      too_many_steps: "Du kan ikke have flere. Fjern en først.",
      step_name_taken: "Navnet findes allerede. Vælg et andet.",
      step_exists: "Det har du allerede tilføjet.",
      last_way_in: "Den sidste måde at logge ind på kan ikke fjernes.",
      identity_in_conflict:
        "Tilknytningen kan ikke fjernes: e-mailadressen hører til en anden konto.",
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
    more_methods: {
      sign_in: "Flere måder at logge ind på",
      sign_up: "Flere måder at oprette en konto på",
    },
    captcha: {
      label: "Bekræft, at du ikke er en robot",
      failed:
        "Robotkontrollen kunne ikke indlæses. Genindlæs siden, eller tillad den i din browser.",
    },
    last_used_method: {
      mark: "Sidst brugt",
    },
    email_suggestion: {
      use: "Mente du {{email}}?",
    },
    offline: {
      text: "Du er offline. Det, du har skrevet, bliver her.",
      back: "Du er online igen.",
      again: "Prøv igen",
    },
    checklist: {
      heading: "Krav til adgangskoden",
      length: "Mindst {{count}} tegn",
      longer: "Flere tegn",
      lower: "Et lille bogstav",
      upper: "Et stort bogstav",
      letter: "Et bogstav",
      digit: "Et ciffer",
      symbol: "Et symbol som ! eller ?",
      kinds: "Flere slags tegn",
      pwned: "Står ikke på en liste over lækkede adgangskoder",
      bytes: "Højst 72 byte: {{count}} indtil nu. Nogle tegn tæller mere end én gang.",
      met: "Opfyldt",
      unmet: "Ikke opfyldt endnu",
    },
  },
};

export default da;
