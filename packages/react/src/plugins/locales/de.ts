import type { PluginLocale } from "../words.ts";

/** German, informal (du). */
const de: PluginLocale = {
  lang: "de",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Sieh in deine E-Mails",
      sign_up_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffne den Link darin, um dein Konto zu bestätigen.",
      magic_link_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffne den Link darin, um dich anzumelden.",
      forgotten_password_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffne den Link darin, um ein neues Passwort festzulegen.",
      email_change_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffne den Link darin, um die Adresse zu bestätigen.",
      waiting_text:
        "Öffne den Link auf einem beliebigen Gerät. Öffnest du ihn in diesem Browser, geht es hier von selbst weiter.",
      same_browser_text: "Öffne den Link in diesem Browser. Dann geht es hier von selbst weiter.",
      code_text: "Oder gib den Code aus der E-Mail ein.",
      have_code: "Hast du einen Code? Gib ihn ein",
      wrong_address: "Falsche Adresse?",
      open_mail: "{{provider}} öffnen",
      resend_button_label: "E-Mail erneut senden",
      resend_loading_button_label: "Wird gesendet …",
      resent: "Wir haben die E-Mail noch einmal geschickt.",
    },
    code: {
      wait_text: "Du kannst ihn {{when}} noch einmal anfordern.",
    },
    confirm: {
      signup_heading: "Bestätige dein Konto",
      signup_button_label: "Bestätigen und anmelden",
      magiclink_heading: "Fast geschafft",
      magiclink_button_label: "Anmelden",
      recovery_heading: "Passwort zurücksetzen",
      recovery_button_label: "Neues Passwort festlegen",
      invite_heading: "Du bist eingeladen",
      invite_button_label: "Annehmen und anmelden",
      email_change_heading: "E-Mail-Adresse bestätigen",
      email_change_button_label: "E-Mail-Adresse bestätigen",
      text: "Klicke zum Bestätigen auf die Schaltfläche. Manche E-Mail-Programme öffnen Links von selbst.",
      loading_button_label: "Einen Moment …",
      half: "Eine der beiden Adressen ist bestätigt. Öffne nun den Link, den wir an die andere geschickt haben.",
      incomplete:
        "Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail oder fordere einen neuen an.",
      expired: "Dieser Link wurde schon benutzt oder ist zu alt. Fordere einen neuen an.",
      back: "Neuen Link anfordern",
    },
    phone: {
      use_phone: "Telefonnummer verwenden",
      use_email: "E-Mail-Adresse verwenden",
      sign_in_heading: "Per Telefon anmelden",
      sign_up_heading: "Per Telefon registrieren",
      country_label: "Land",
      number_label: "Telefonnummer",
      number_hint: "Wie du sie wählst, oder mit +",
      number_invalid: "Das ist keine vollständige Telefonnummer.",
      send_button_label: "Code senden",
      send_loading_button_label: "Wird gesendet …",
      by_code: "Stattdessen Code verwenden",
      by_password: "Stattdessen Passwort verwenden",
      code_text: "Wir haben einen Code an {{phone}} geschickt.",
      wrong_number: "Falsche Nummer?",
    },
    anonymous: {
      button_label: "Als Gast weiter",
      loading_button_label: "Einen Moment …",
      heading: "Behalte deine Arbeit",
      text: "Du nutzt ein Gastkonto. Füge eine Anmeldemöglichkeit hinzu, um deine Arbeit zu behalten und auf jedem Gerät zu nutzen.",
      upgrade_button_label: "Konto erstellen",
      upgrade_loading_button_label: "Konto wird erstellt\u00a0…",
      link: "Weiter mit {{provider}}",
    },
    existing: {
      text: "Keine E-Mail erhalten? Vielleicht hast du schon ein Konto.",
      sign_in: "Anmelden",
      reset: "Passwort zurücksetzen",
    },
    errors: {
      not_allowed: "Dazu fehlt dir die Berechtigung.",
      not_available: "Das ist hier nicht aktiviert.",
      gone: "Das gibt es nicht mehr.",
      network_changed: "Dein Netzwerk hat sich geändert. Beginne auf diesem Gerät noch einmal.",
      code_wrong: "Dieser Code stimmt nicht. Versuche es mit dem nächsten.",
      code_needed: "Gib den Code ein, den wir dir geschickt haben.",
      second_step_needed: "Bestätige die Anmeldung zuerst mit deinem zweiten Schritt.",
      other_step_needed: "Füge zuerst einen anderen zweiten Schritt hinzu.",
      too_many_steps: "Mehr davon sind nicht möglich. Entferne zuerst einen.",
      step_name_taken: "Den Namen gibt es schon. Wähle einen anderen.",
      step_exists: "Das hast du schon hinzugefügt.",
      last_way_in: "Die letzte Anmeldemöglichkeit lässt sich nicht trennen.",
      identity_in_conflict:
        "Das lässt sich nicht trennen: Die E-Mail-Adresse gehört zu einem anderen Konto.",
      identity_taken: "Das gehört schon zu einem anderen Konto.",
      robot:
        "Wir konnten nicht sicherstellen, dass du kein Roboter bist. Bitte versuche es noch einmal.",
      email_refused: "An diese Adresse können wir keine E-Mails senden. Verwende eine andere.",
      sso_off: "Single Sign-on ist hier nicht aktiviert. Melde dich anders an.",
      sso_unknown: "Für diese Adresse gibt es kein Single Sign-on. Melde dich anders an.",
      sso_faulty:
        "Das Single Sign-on deiner Organisation hat nicht funktioniert. Wende dich an deren Administration.",
      sso_managed: "Darum kümmert sich deine Organisation. Ändere es dort.",
    },
    help: {
      resend: "Bestätigung noch einmal senden",
      wait: "Noch {{seconds}}\u00a0s warten",
      again: "Noch einmal versuchen",
    },
    passkeys: {
      button_label: "Mit Passkey anmelden",
      cancelled:
        "Dein Gerät hat es nicht bestätigt. Versuche es noch einmal oder melde dich anders an.",
    },
    passkey_offer: {
      heading: "Beim nächsten Mal ohne Passwort anmelden",
      text: "Ein Passkey nutzt deinen Fingerabdruck, dein Gesicht oder die PIN dieses Geräts.",
      add: "Passkey hinzufügen",
      later: "Jetzt nicht",
      never: "Nicht mehr fragen",
      done: "Fertig. Melde dich das nächste Mal mit deinem Passkey an.",
    },
    sso: {
      link: "Single Sign-on verwenden",
      heading: "Single Sign-on",
      text: "Deine Organisation meldet dich an. Wir finden sie über deine Adresse.",
      label: "Geschäftliche E-Mail-Adresse",
      button_label: "Weiter",
      missing: "Gib deine geschäftliche E-Mail-Adresse ein.",
      back: "Anders anmelden",
    },
    more_methods: {
      sign_in: "Weitere Anmeldemöglichkeiten",
      sign_up: "Weitere Möglichkeiten, dich zu registrieren",
    },
    captcha: {
      label: "Bestätige, dass du kein Roboter bist",
      failed:
        "Die Sicherheitsprüfung konnte nicht geladen werden. Lade die Seite neu oder erlaube die Prüfung in deinem Browser.",
    },
    last_used_method: {
      mark: "Zuletzt verwendet",
    },
    email_suggestion: {
      use: "Meintest du {{email}}?",
    },
    offline: {
      text: "Du bist offline. Was du eingegeben hast, bleibt hier.",
      back: "Du bist wieder online.",
      again: "Noch einmal versuchen",
    },
    checklist: {
      heading: "Anforderungen an das Passwort",
      length: "Mindestens {{count}} Zeichen",
      longer: "Mehr Zeichen",
      lower: "Ein Kleinbuchstabe",
      upper: "Ein Großbuchstabe",
      letter: "Ein Buchstabe",
      digit: "Eine Ziffer",
      symbol: "Ein Sonderzeichen wie ! oder ?",
      kinds: "Mehr Arten von Zeichen",
      pwned: "In keinem bekannten Datenleck enthalten",
      bytes: "Höchstens 72 Bytes: bisher {{count}}. Manche Zeichen zählen mehrfach.",
      met: "Erfüllt",
      unmet: "Noch nicht erfüllt",
    },
    identifier_first: {
      heading: "Anmelden oder Konto erstellen",
      email_or_phone: "E-Mail-Adresse oder Telefonnummer",
      email_or_username: "E-Mail-Adresse oder Benutzername",
      any: "E-Mail-Adresse, Telefonnummer oder Benutzername",
      button_label: "Weiter",
      missing: "Fülle dieses Feld aus.",
      code_button_label: "Code anfordern",
      other: "Anderes Konto verwenden",
    },
  },
};

export default de;
