import type { Locale } from "../locale.ts";

/** German, informal (du). */
const de: Locale = {
  lang: "de",
  dir: "ltr",
  variables: {
    sign_up: {
      heading: "Konto erstellen",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort wählen",
      email_input_placeholder: "Deine E-Mail-Adresse",
      password_input_placeholder: "Dein Passwort",
      button_label: "Registrieren",
      loading_button_label: "Registrierung läuft\u00a0…",
      social_provider_text: "Weiter mit {{provider}}",
      link_text: "Noch kein Konto? Registrieren",
      confirmation_text:
        "Wir haben dir einen Bestätigungslink geschickt. Sieh in deinen E-Mails nach.",
    },
    sign_in: {
      heading: "Anmelden",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort",
      email_input_placeholder: "Deine E-Mail-Adresse",
      password_input_placeholder: "Dein Passwort",
      button_label: "Anmelden",
      loading_button_label: "Anmeldung läuft\u00a0…",
      social_provider_text: "Weiter mit {{provider}}",
      link_text: "Schon ein Konto? Anmelden",
      back_link_text: "Zurück zur Anmeldung",
    },
    magic_link: {
      heading: "Per E-Mail anmelden",
      email_input_label: "E-Mail-Adresse",
      email_input_placeholder: "Deine E-Mail-Adresse",
      button_label: "Anmeldelink senden",
      loading_button_label: "Anmeldelink wird gesendet\u00a0…",
      link_text: "Anmeldelink per E-Mail senden",
      confirmation_text: "Wir haben dir einen Anmeldelink geschickt. Sieh in deinen E-Mails nach.",
      empty_email_address: "Gib deine E-Mail-Adresse ein.",
    },
    forgotten_password: {
      heading: "Passwort zurücksetzen",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort",
      email_input_placeholder: "Deine E-Mail-Adresse",
      button_label: "Link zum Zurücksetzen senden",
      loading_button_label: "Link wird gesendet\u00a0…",
      link_text: "Passwort vergessen?",
      confirmation_text:
        "Wir haben dir einen Link zum Zurücksetzen geschickt. Sieh in deinen E-Mails nach.",
    },
    update_password: {
      heading: "Neues Passwort festlegen",
      password_label: "Neues Passwort",
      password_input_placeholder: "Dein neues Passwort",
      button_label: "Passwort ändern",
      loading_button_label: "Passwort wird geändert\u00a0…",
      confirmation_text: "Dein Passwort wurde geändert.",
    },
    verify_otp: {
      heading: "Code eingeben",
      email_input_label: "E-Mail-Adresse",
      email_input_placeholder: "Deine E-Mail-Adresse",
      phone_input_label: "Telefonnummer",
      phone_input_placeholder: "Deine Telefonnummer",
      token_input_label: "Einmalcode",
      token_input_placeholder: "Code aus der Nachricht",
      button_label: "Code bestätigen",
      loading_button_label: "Code wird geprüft\u00a0…",
      confirmation_text: "Dein Code wurde bestätigt.",
      resend_button_label: "Neuen Code senden",
      resend_loading_button_label: "Neuer Code wird gesendet\u00a0…",
      resend_confirmation_text: "Wir haben dir einen neuen Code geschickt.",
    },
    common: {
      show_password: "Passwort anzeigen",
      caps_lock: "Die Feststelltaste ist aktiviert",
      password_too_long: "Dieses Passwort ist zu lang. Verwende höchstens 72\u00a0Zeichen.",
      network_error:
        "Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.",
      unexpected_error: "Etwas ist schiefgelaufen. Bitte versuche es noch einmal.",
    },
    errors: {
      invalid_credentials: "E-Mail-Adresse oder Passwort ist falsch.",
      email_not_confirmed:
        "Bestätige zuerst deine E-Mail-Adresse. Den Link dazu haben wir dir per E-Mail geschickt.",
      phone_not_confirmed: "Bestätige zuerst deine Telefonnummer.",
      user_already_exists: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
      email_exists: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
      phone_exists: "Für diese Telefonnummer gibt es bereits ein Konto.",
      email_address_invalid: "Diese E-Mail-Adresse ist ungültig.",
      anonymous_provider_disabled: "Gib deine E-Mail-Adresse und ein Passwort ein.",
      validation_failed: "Prüfe deine Eingaben und versuche es noch einmal.",
      weak_password:
        "Dieses Passwort ist nicht sicher genug. Wähle ein längeres mit Buchstaben, Ziffern und Sonderzeichen.",
      same_password: "Das neue Passwort muss sich vom bisherigen unterscheiden.",
      otp_expired: "Der Link oder Code ist ungültig oder abgelaufen.",
      otp_disabled: "Zu diesen Angaben wurde kein Konto gefunden.",
      user_not_found: "Dieses Konto gibt es nicht mehr.",
      user_banned: "Dieses Konto ist gesperrt.",
      signup_disabled: "Zurzeit können keine neuen Konten erstellt werden.",
      email_provider_disabled: "Die Anmeldung per E-Mail ist hier nicht möglich.",
      phone_provider_disabled: "Die Anmeldung per Telefon ist hier nicht möglich.",
      provider_disabled: "Diese Art der Anmeldung ist hier nicht möglich.",
      provider_email_needs_verification:
        "Bestätige zuerst deine E-Mail-Adresse. Den Link dazu haben wir dir per E-Mail geschickt.",
      access_denied: "Die Anmeldung wurde abgebrochen.",
      bad_oauth_state:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuche es noch einmal.",
      bad_oauth_callback:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuche es noch einmal.",
      flow_state_not_found:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuche es noch einmal.",
      flow_state_expired: "Die Anmeldung hat zu lange gedauert. Bitte versuche es noch einmal.",
      pkce_code_verifier_not_found:
        "Dieser Link konnte dich nicht anmelden. Er funktioniert nur einmal und nur in dem Browser, in dem du ihn angefordert hast. Wenn du gerade deine E-Mail-Adresse bestätigt hast, melde dich jetzt an. Fordere sonst einen neuen Link an und öffne ihn in diesem Browser.",
      session_not_found: "Deine Sitzung ist abgelaufen. Melde dich erneut an.",
      session_expired: "Deine Sitzung ist abgelaufen. Melde dich erneut an.",
      reauthentication_needed: "Melde dich zu deiner Sicherheit zuerst erneut an.",
      over_email_send_rate_limit: "Zu viele E-Mails in kurzer Zeit. Warte einen Moment.",
      over_sms_send_rate_limit: "Zu viele SMS in kurzer Zeit. Warte einen Moment.",
      over_request_rate_limit: "Zu viele Versuche in kurzer Zeit. Warte einen Moment.",
      sms_send_failed: "Die SMS konnte nicht gesendet werden. Bitte versuche es noch einmal.",
      unexpected_failure: "Etwas ist schiefgelaufen. Bitte versuche es noch einmal.",
    },
  },
};

export default de;
