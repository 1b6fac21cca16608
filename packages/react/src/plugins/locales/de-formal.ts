import type { PluginLocale } from "../words.ts";

/** German, formal (Sie). */
const deFormal: PluginLocale = {
  lang: "de",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Sehen Sie in Ihre E-Mails",
      sign_up_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffnen Sie den Link darin, um Ihr Konto zu bestätigen.",
      magic_link_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffnen Sie den Link darin, um sich anzumelden.",
      forgotten_password_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffnen Sie den Link darin, um ein neues Passwort festzulegen.",
      email_change_text:
        "Wir haben eine E-Mail an {{email}} geschickt. Öffnen Sie den Link darin, um die Adresse zu bestätigen.",
      waiting_text:
        "Öffnen Sie den Link auf einem beliebigen Gerät. Öffnen Sie ihn in diesem Browser, geht es hier von selbst weiter.",
      same_browser_text:
        "Öffnen Sie den Link in diesem Browser. Dann geht es hier von selbst weiter.",
      code_text: "Oder geben Sie den Code aus der E-Mail ein.",
      have_code: "Haben Sie einen Code? Geben Sie ihn ein",
      wrong_address: "Falsche Adresse?",
      open_mail: "{{provider}} öffnen",
      resend_button_label: "E-Mail erneut senden",
      resend_loading_button_label: "Wird gesendet …",
      resent: "Wir haben die E-Mail noch einmal geschickt.",
    },
    code: {
      wait_text: "Sie können ihn {{when}} noch einmal anfordern.",
    },
    confirm: {
      signup_heading: "Bestätigen Sie Ihr Konto",
      signup_button_label: "Bestätigen und anmelden",
      magiclink_heading: "Fast geschafft",
      magiclink_button_label: "Anmelden",
      recovery_heading: "Passwort zurücksetzen",
      recovery_button_label: "Neues Passwort festlegen",
      invite_heading: "Sie sind eingeladen",
      invite_button_label: "Annehmen und anmelden",
      email_change_heading: "E-Mail-Adresse bestätigen",
      email_change_button_label: "E-Mail-Adresse bestätigen",
      text: "Klicken Sie zum Bestätigen auf die Schaltfläche. Manche E-Mail-Programme öffnen Links von selbst.",
      loading_button_label: "Einen Moment …",
      half: "Eine der beiden Adressen ist bestätigt. Öffnen Sie nun den Link, den wir an die andere geschickt haben.",
      incomplete:
        "Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail oder fordern Sie einen neuen an.",
      expired: "Dieser Link wurde schon benutzt oder ist zu alt. Fordern Sie einen neuen an.",
      back: "Neuen Link anfordern",
    },
    phone: {
      use_phone: "Telefonnummer verwenden",
      use_email: "E-Mail-Adresse verwenden",
      sign_in_heading: "Per Telefon anmelden",
      sign_up_heading: "Per Telefon registrieren",
      country_label: "Land",
      number_label: "Telefonnummer",
      number_hint: "Wie Sie sie wählen, oder mit +",
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
      heading: "Behalten Sie Ihre Arbeit",
      text: "Sie nutzen ein Gastkonto. Fügen Sie eine Anmeldemöglichkeit hinzu, um Ihre Arbeit zu behalten und auf jedem Gerät zu nutzen.",
      upgrade_button_label: "Konto erstellen",
      upgrade_loading_button_label: "Konto wird erstellt\u00a0…",
      link: "Weiter mit {{provider}}",
    },
    existing: {
      text: "Keine E-Mail erhalten? Vielleicht haben Sie schon ein Konto.",
      sign_in: "Anmelden",
      reset: "Passwort zurücksetzen",
    },
    errors: {
      not_allowed: "Dazu fehlt Ihnen die Berechtigung.",
      not_available: "Das ist hier nicht aktiviert.",
      gone: "Das gibt es nicht mehr.",
      network_changed: "Ihr Netzwerk hat sich geändert. Beginnen Sie auf diesem Gerät noch einmal.",
      code_wrong: "Dieser Code stimmt nicht. Versuchen Sie es mit dem nächsten.",
      code_needed: "Geben Sie den Code ein, den wir Ihnen geschickt haben.",
      second_step_needed: "Bestätigen Sie die Anmeldung zuerst mit Ihrem zweiten Schritt.",
      other_step_needed: "Fügen Sie zuerst einen anderen zweiten Schritt hinzu.",
      too_many_steps: "Mehr davon sind nicht möglich. Entfernen Sie zuerst einen.",
      step_name_taken: "Den Namen gibt es schon. Wählen Sie einen anderen.",
      step_exists: "Das haben Sie schon hinzugefügt.",
      last_way_in: "Die letzte Anmeldemöglichkeit lässt sich nicht trennen.",
      identity_in_conflict:
        "Das lässt sich nicht trennen: Die E-Mail-Adresse gehört zu einem anderen Konto.",
      identity_taken: "Das gehört schon zu einem anderen Konto.",
      robot:
        "Wir konnten nicht sicherstellen, dass Sie kein Roboter sind. Bitte versuchen Sie es noch einmal.",
      email_refused: "An diese Adresse können wir keine E-Mails senden. Verwenden Sie eine andere.",
      sso_off: "Single Sign-on ist hier nicht aktiviert. Melden Sie sich anders an.",
      sso_unknown: "Für diese Adresse gibt es kein Single Sign-on. Melden Sie sich anders an.",
      sso_faulty:
        "Das Single Sign-on Ihrer Organisation hat nicht funktioniert. Wenden Sie sich an deren Administration.",
      sso_managed: "Darum kümmert sich Ihre Organisation. Ändern Sie es dort.",
    },
    help: {
      resend: "Bestätigung noch einmal senden",
      wait: "Noch {{seconds}}\u00a0s warten",
      again: "Noch einmal versuchen",
    },
    passkeys: {
      button_label: "Mit Passkey anmelden",
      cancelled:
        "Ihr Gerät hat es nicht bestätigt. Versuchen Sie es noch einmal oder melden Sie sich anders an.",
    },
    passkey_offer: {
      heading: "Beim nächsten Mal ohne Passwort anmelden",
      text: "Ein Passkey nutzt Ihren Fingerabdruck, Ihr Gesicht oder die PIN dieses Geräts.",
      add: "Passkey hinzufügen",
      later: "Jetzt nicht",
      never: "Nicht mehr fragen",
      done: "Fertig. Melden Sie sich das nächste Mal mit Ihrem Passkey an.",
    },
    sso: {
      link: "Single Sign-on verwenden",
      heading: "Single Sign-on",
      text: "Ihre Organisation meldet Sie an. Wir finden sie über Ihre Adresse.",
      label: "Geschäftliche E-Mail-Adresse",
      button_label: "Weiter",
      missing: "Geben Sie Ihre geschäftliche E-Mail-Adresse ein.",
      back: "Anders anmelden",
    },
    more_methods: {
      sign_in: "Weitere Anmeldemöglichkeiten",
      sign_up: "Weitere Möglichkeiten, sich zu registrieren",
    },
    captcha: {
      label: "Bestätigen Sie, dass Sie kein Roboter sind",
      failed:
        "Die Sicherheitsprüfung konnte nicht geladen werden. Laden Sie die Seite neu oder erlauben Sie die Prüfung in Ihrem Browser.",
    },
    last_used_method: {
      mark: "Zuletzt verwendet",
    },
    email_suggestion: {
      use: "Meinten Sie {{email}}?",
    },
    offline: {
      text: "Sie sind offline. Was Sie eingegeben haben, bleibt hier.",
      back: "Sie sind wieder online.",
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
      missing: "Füllen Sie dieses Feld aus.",
      code_button_label: "Code anfordern",
      other: "Anderes Konto verwenden",
    },
  },
};

export default deFormal;
