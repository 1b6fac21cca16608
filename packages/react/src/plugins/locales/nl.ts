import type { PluginLocale } from "../words.ts";

/** Dutch, informal (je). */
const nl: PluginLocale = {
  lang: "nl",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Check je e-mail",
      sign_up_text:
        "We hebben een e-mail naar {{email}} gestuurd. Open de link erin om je account te bevestigen.",
      magic_link_text:
        "We hebben een e-mail naar {{email}} gestuurd. Open de link erin om in te loggen.",
      forgotten_password_text:
        "We hebben een e-mail naar {{email}} gestuurd. Open de link erin om een nieuw wachtwoord in te stellen.",
      email_change_text:
        "We hebben een e-mail naar {{email}} gestuurd. Open de link erin om het adres te bevestigen.",
      waiting_text:
        "Open de link op een willekeurig apparaat. Open je hem in deze browser, dan gaat deze pagina vanzelf verder.",
      same_browser_text: "Open de link in deze browser. Deze pagina gaat dan vanzelf verder.",
      code_text: "Of vul hier de code uit de e-mail in.",
      have_code: "Heb je een code? Vul hem in",
      wrong_address: "Verkeerd adres?",
      open_mail: "{{provider}} openen",
      resend_button_label: "Opnieuw versturen",
      resend_loading_button_label: "Versturen…",
      resent: "We hebben de e-mail opnieuw gestuurd.",
    },
    code: {
      wait_text: "Je kunt het {{when}} opnieuw aanvragen.",
    },
    confirm: {
      signup_heading: "Bevestig je account",
      signup_button_label: "Bevestigen en inloggen",
      magiclink_heading: "Je bent er bijna",
      magiclink_button_label: "Inloggen",
      recovery_heading: "Wachtwoord herstellen",
      recovery_button_label: "Nieuw wachtwoord instellen",
      invite_heading: "Je bent uitgenodigd",
      invite_button_label: "Accepteren en inloggen",
      email_change_heading: "E-mailadres bevestigen",
      email_change_button_label: "E-mailadres bevestigen",
      text: "Druk op de knop om te bevestigen. Sommige e-mailprogramma’s openen links vanzelf.",
      loading_button_label: "Een ogenblik…",
      half: "Een van de twee adressen is bevestigd. Open nu de link die we naar het andere hebben gestuurd.",
      incomplete:
        "Deze link is onvolledig. Open hem opnieuw vanuit de e-mail of vraag een nieuwe aan.",
      expired: "Deze link is al gebruikt of te oud. Vraag een nieuwe aan.",
      back: "Nieuwe link aanvragen",
    },
    phone: {
      use_phone: "Een telefoonnummer gebruiken",
      use_email: "Een e-mailadres gebruiken",
      sign_in_heading: "Inloggen met je telefoon",
      sign_up_heading: "Account aanmaken met je telefoon",
      country_label: "Land",
      number_label: "Telefoonnummer",
      number_hint: "Zoals je het intoetst, of met +",
      number_invalid: "Dit is geen volledig telefoonnummer.",
      send_button_label: "Code versturen",
      send_loading_button_label: "Versturen…",
      by_code: "Liever een code gebruiken",
      by_password: "Liever een wachtwoord gebruiken",
      code_text: "We hebben een code naar {{phone}} gestuurd.",
      wrong_number: "Verkeerd nummer?",
    },
    anonymous: {
      button_label: "Doorgaan als gast",
      loading_button_label: "Een ogenblik…",
      heading: "Bewaar je werk",
      text: "Je gebruikt een gastaccount. Voeg een manier om in te loggen toe om je werk te bewaren en op elk apparaat te gebruiken.",
      upgrade_button_label: "Account aanmaken",
      upgrade_loading_button_label: "Een ogenblik…",
      link: "Doorgaan met {{provider}}",
    },
    existing: {
      text: "Geen bericht? Misschien heb je al een account.",
      sign_in: "Inloggen",
      reset: "Wachtwoord herstellen",
    },
    errors: {
      not_allowed: "Je hebt hier geen toestemming voor.",
      not_available: "Dit staat hier niet aan.",
      gone: "Het bestaat niet meer.",
      network_changed: "Je netwerk is veranderd. Begin opnieuw op dit apparaat.",
      code_wrong: "Deze code klopt niet. Probeer de volgende.",
      code_needed: "Vul de code in die we je hebben gestuurd.",
      second_step_needed: "Rond eerst de tweede stap van het inloggen af.",
      other_step_needed: "Voeg eerst een andere tweede stap toe.",
      too_many_steps: "Meer kunnen er niet bij. Verwijder er eerst een.",
      step_name_taken: "Deze naam bestaat al. Kies een andere.",
      step_exists: "Je hebt dit al toegevoegd.",
      last_way_in: "De laatste manier om in te loggen kun je niet ontkoppelen.",
      identity_in_conflict:
        "Dit kan niet worden ontkoppeld: het e-mailadres hoort bij een ander account.",
      identity_taken: "Dit hoort al bij een ander account.",
      robot: "We konden niet nagaan dat je geen robot bent. Probeer het opnieuw.",
      email_refused: "We kunnen geen e-mails naar dit adres sturen. Gebruik een ander adres.",
      sso_off: "Single sign-on staat hier niet aan. Log op een andere manier in.",
      sso_unknown: "Voor dit adres is er geen single sign-on. Log op een andere manier in.",
      sso_faulty: "De single sign-on van je organisatie werkte niet. Vraag het aan de beheerders.",
      sso_managed: "Je organisatie beheert dit. Wijzig het daar.",
    },
    help: {
      resend: "Bevestiging opnieuw versturen",
      wait: "Probeer het over {{seconds}}\u00a0s",
      again: "Opnieuw proberen",
    },
    passkeys: {
      button_label: "Inloggen met een passkey",
      cancelled:
        "Je apparaat heeft het niet bevestigd. Probeer het opnieuw of log op een andere manier in.",
    },
    passkey_offer: {
      heading: "De volgende keer zonder wachtwoord inloggen",
      text: "Een passkey gebruikt je vingerafdruk, je gezicht of de pincode van dit apparaat.",
      add: "Passkey toevoegen",
      later: "Niet nu",
      never: "Niet meer vragen",
      done: "Klaar. Log de volgende keer in met je passkey.",
    },
    sso: {
      link: "Single sign-on gebruiken",
      heading: "Single sign-on",
      text: "Je organisatie logt je in. We vinden haar via je adres.",
      label: "Zakelijk e-mailadres",
      button_label: "Doorgaan",
      missing: "Vul je zakelijke e-mailadres in.",
      back: "Op een andere manier inloggen",
    },
    more_methods: {
      sign_in: "Meer manieren om in te loggen",
      sign_up: "Meer manieren om een account aan te maken",
    },
    captcha: {
      label: "Bevestig dat je geen robot bent",
      failed:
        "De verificatie kon niet worden geladen. Laad de pagina opnieuw of sta de verificatie toe in je browser.",
    },
    last_used_method: {
      mark: "Laatst gebruikt",
    },
    email_suggestion: {
      use: "Bedoelde je {{email}}?",
    },
    offline: {
      text: "Je bent offline. Wat je hebt getypt, blijft hier.",
      back: "Je bent weer online.",
      again: "Opnieuw proberen",
    },
    checklist: {
      heading: "Eisen aan het wachtwoord",
      length: "Minstens {{count}} tekens",
      longer: "Meer tekens",
      lower: "Een kleine letter",
      upper: "Een hoofdletter",
      letter: "Een letter",
      digit: "Een cijfer",
      symbol: "Een symbool, zoals ! of ?",
      kinds: "Meer soorten tekens",
      pwned: "Niet in een bekend datalek",
      bytes: "Hoogstens 72 bytes: {{count}} tot nu toe. Sommige tekens tellen vaker mee.",
      met: "In orde",
      unmet: "Nog niet in orde",
    },
    identifier_first: {
      heading: "Inloggen of account aanmaken",
      email_or_phone: "E-mailadres of telefoonnummer",
      email_or_username: "E-mailadres of gebruikersnaam",
      any: "E-mailadres, telefoonnummer of gebruikersnaam",
      button_label: "Doorgaan",
      missing: "Vul dit veld in om door te gaan.",
      code_button_label: "Stuur me een code",
      other: "Een ander account gebruiken",
    },
  },
};

export default nl;
