import type { PluginLocale } from "../words.ts";

/** Swedish (du). */
const sv: PluginLocale = {
  lang: "sv",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Kolla din e-post",
      sign_up_text:
        "Vi har skickat ett mejl till {{email}}. Öppna länken i det för att bekräfta ditt konto.",
      magic_link_text:
        "Vi har skickat ett mejl till {{email}}. Öppna länken i det för att logga in.",
      forgotten_password_text:
        "Vi har skickat ett mejl till {{email}}. Öppna länken i det för att välja ett nytt lösenord.",
      email_change_text:
        "Vi har skickat ett mejl till {{email}}. Öppna länken i det för att bekräfta adressen.",
      waiting_text:
        "Öppna länken på valfri enhet. Öppnar du den i den här webbläsaren går sidan vidare av sig själv.",
      same_browser_text: "Öppna länken i den här webbläsaren. Då går sidan vidare av sig själv.",
      code_text: "Eller ange koden från mejlet här.",
      have_code: "Har du en kod? Ange den",
      wrong_address: "Fel adress?",
      open_mail: "Öppna {{provider}}",
      resend_button_label: "Skicka igen",
      resend_loading_button_label: "Skickar\u00a0…",
      resent: "Vi har skickat mejlet igen.",
    },
    code: {
      wait_text: "Du kan be om den igen {{when}}.",
    },
    confirm: {
      signup_heading: "Bekräfta ditt konto",
      signup_button_label: "Bekräfta och logga in",
      magiclink_heading: "Du är nästan inne",
      magiclink_button_label: "Logga in",
      recovery_heading: "Återställ lösenordet",
      recovery_button_label: "Välj ett nytt lösenord",
      invite_heading: "Du är inbjuden",
      invite_button_label: "Acceptera och logga in",
      email_change_heading: "Bekräfta e-postadressen",
      email_change_button_label: "Bekräfta e-postadressen",
      text: "Tryck på knappen för att bekräfta. Vissa e-postprogram öppnar länkar av sig själva.",
      loading_button_label: "Ett ögonblick\u00a0…",
      half: "En av de två adresserna är bekräftad. Öppna nu länken som vi skickade till den andra.",
      incomplete:
        "Länken är ofullständig. Öppna den igen från e-postmeddelandet eller be om en ny.",
      expired: "Länken har redan använts eller är för gammal. Be om en ny.",
      back: "Be om en ny länk",
    },
    phone: {
      use_phone: "Använd ett telefonnummer",
      use_email: "Använd en e-postadress",
      sign_in_heading: "Logga in med telefon",
      sign_up_heading: "Skapa konto med telefon",
      country_label: "Land",
      number_label: "Telefonnummer",
      number_hint: "Som du slår det, eller med +",
      number_invalid: "Det här är inget fullständigt telefonnummer.",
      send_button_label: "Skicka en kod",
      send_loading_button_label: "Skickar\u00a0…",
      by_code: "Använd en kod i stället",
      by_password: "Använd ett lösenord i stället",
      code_text: "Vi har skickat en kod till {{phone}}.",
      wrong_number: "Fel nummer?",
    },
    anonymous: {
      button_label: "Fortsätt som gäst",
      loading_button_label: "Ett ögonblick\u00a0…",
      heading: "Behåll ditt arbete",
      text: "Du använder ett gästkonto. Lägg till ett sätt att logga in för att behålla ditt arbete och använda det på alla enheter.",
      upgrade_button_label: "Skapa konto",
      upgrade_loading_button_label: "Skapar konto\u00a0…",
      link: "Fortsätt med {{provider}}",
    },
    existing: {
      text: "Inget meddelande? Du kanske redan har ett konto.",
      sign_in: "Logga in",
      reset: "Återställ lösenordet",
    },
    errors: {
      not_allowed: "Du har inte behörighet att göra det här.",
      not_available: "Det här är inte aktiverat här.",
      gone: "Det finns inte längre.",
      network_changed: "Ditt nätverk har ändrats. Börja om på den här enheten.",
      code_wrong: "Koden stämmer inte. Prova nästa.",
      code_needed: "Ange koden som vi har skickat till dig.",
      second_step_needed: "Slutför först det andra steget i inloggningen.",
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
      sso_off: "Enkel inloggning är inte aktiverad här. Logga in på ett annat sätt.",
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
      button_label: "Logga in med en passkey",
      cancelled: "Din enhet bekräftade det inte. Försök igen eller logga in på ett annat sätt.",
    },
    passkey_offer: {
      heading: "Logga in utan lösenord nästa gång",
      text: "En passkey använder ditt fingeravtryck, ditt ansikte eller enhetens pinkod.",
      add: "Lägg till en passkey",
      later: "Inte nu",
      never: "Fråga inte igen",
      done: "Klart. Logga in med din passkey nästa gång.",
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
    more_methods: {
      sign_in: "Fler sätt att logga in",
      sign_up: "Fler sätt att skapa konto",
    },
    captcha: {
      label: "Bekräfta att du inte är en robot",
      failed: "Kontrollen kunde inte läsas in. Läs in sidan igen eller tillåt den i webbläsaren.",
    },
    last_used_method: {
      mark: "Senast använt",
    },
    email_suggestion: {
      use: "Menade du {{email}}?",
    },
    offline: {
      text: "Du är offline. Det du har skrivit finns kvar här.",
      back: "Du är online igen.",
      again: "Försök igen",
    },
    checklist: {
      heading: "Krav på lösenordet",
      length: "Minst {{count}} tecken",
      longer: "Fler tecken",
      lower: "En liten bokstav",
      upper: "En stor bokstav",
      letter: "En bokstav",
      digit: "En siffra",
      symbol: "En symbol, som ! eller ?",
      kinds: "Fler sorters tecken",
      pwned: "Inte med i någon känd dataläcka",
      bytes: "Högst 72 byte: {{count}} hittills. Vissa tecken räknas mer än en gång.",
      met: "Uppfyllt",
      unmet: "Inte uppfyllt än",
    },
  },
};

export default sv;
