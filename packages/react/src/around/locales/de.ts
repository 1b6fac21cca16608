import type { AroundLocale } from "../words.ts";

/** German, informal (du). */
const de: AroundLocale = {
  lang: "de",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Das ist dir nicht erlaubt.",
      not_available: "Das ist hier nicht eingeschaltet.",
      gone: "Das gibt es nicht mehr.",
      network_changed: "Dein Netzwerk hat gewechselt. Beginne auf diesem Gerät noch einmal.",
      code_wrong: "Dieser Code stimmt nicht. Versuche es mit dem nächsten.",
      code_needed: "Gib den Code ein, den wir dir geschickt haben.",
      second_step_needed: "Melde dich zuerst mit deinem zweiten Schritt an.",
      other_step_needed: "Füge zuerst einen anderen zweiten Schritt hinzu.",
      too_many_steps: "Mehr davon sind nicht möglich. Entferne zuerst einen.",
      step_name_taken: "Den Namen gibt es schon. Wähle einen anderen.",
      step_exists: "Das hast du schon hinzugefügt.",
      last_way_in: "Die letzte Anmeldemöglichkeit lässt sich nicht entfernen.",
      identity_in_conflict:
        "Das lässt sich nicht trennen: Die E-Mail-Adresse gehört zu einem anderen Konto.",
      identity_taken: "Das gehört schon zu einem anderen Konto.",
      robot:
        "Wir konnten nicht sicherstellen, dass du kein Roboter bist. Bitte versuche es noch einmal.",
      email_refused: "An diese Adresse können wir keine E-Mails senden. Verwende eine andere.",
      sso_off: "Single Sign-on ist hier nicht eingeschaltet. Melde dich anders an.",
      sso_unknown: "Für diese Adresse gibt es kein Single Sign-on. Melde dich anders an.",
      sso_faulty:
        "Das Single Sign-on deiner Organisation hat nicht funktioniert. Frage ihre Administratoren.",
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
    captcha: {
      label: "Prüfung, dass du kein Roboter bist",
      failed:
        "Die Prüfung gegen Roboter konnte nicht geladen werden. Lade die Seite neu oder erlaube sie in deinem Browser.",
    },
    last_used: {
      mark: "Zuletzt verwendet",
    },
    mail_hint: {
      use: "Meintest du {{email}}?",
    },
    offline: {
      text: "Du bist offline. Was du eingegeben hast, bleibt hier.",
      back: "Du bist wieder online.",
      again: "Noch einmal versuchen",
    },
    checklist: {
      heading: "Das Passwort braucht",
      length: "Mindestens {{count}} Zeichen",
      longer: "Mehr Zeichen",
      lower: "Einen Kleinbuchstaben",
      upper: "Einen Großbuchstaben",
      letter: "Einen Buchstaben",
      digit: "Eine Ziffer",
      symbol: "Ein Sonderzeichen wie ! oder ?",
      kinds: "Mehr Arten von Zeichen",
      pwned: "Nicht in einer Liste bekannt gewordener Passwörter",
      bytes: "Höchstens 72 Bytes: bisher {{count}}. Manche Zeichen zählen mehrfach.",
      met: "Erfüllt",
      unmet: "Noch nicht erfüllt",
    },
  },
};

export default de;
