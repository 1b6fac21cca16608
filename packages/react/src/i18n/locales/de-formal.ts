import type { Locale } from "../locale.ts";

/** German, formal (Sie). */
const deFormal: Locale = {
  lang: "de",
  dir: "ltr",
  variables: {
    sign_up: {
      heading: "Konto erstellen",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort wählen",
      email_input_placeholder: "Ihre E-Mail-Adresse",
      password_input_placeholder: "Ihr Passwort",
      button_label: "Registrieren",
      loading_button_label: "Registrierung läuft\u00a0…",
      social_provider_text: "Weiter mit {{provider}}",
      link_text: "Noch kein Konto? Registrieren",
      confirmation_text:
        "Wir haben Ihnen einen Bestätigungslink geschickt. Bitte sehen Sie in Ihren E-Mails nach.",
    },
    sign_in: {
      heading: "Anmelden",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort",
      email_input_placeholder: "Ihre E-Mail-Adresse",
      password_input_placeholder: "Ihr Passwort",
      button_label: "Anmelden",
      loading_button_label: "Anmeldung läuft\u00a0…",
      social_provider_text: "Weiter mit {{provider}}",
      link_text: "Schon ein Konto? Anmelden",
      back_link_text: "Zurück zur Anmeldung",
    },
    magic_link: {
      heading: "Per E-Mail anmelden",
      email_input_label: "E-Mail-Adresse",
      email_input_placeholder: "Ihre E-Mail-Adresse",
      button_label: "Anmeldelink senden",
      loading_button_label: "Anmeldelink wird gesendet\u00a0…",
      link_text: "Anmeldelink per E-Mail senden",
      confirmation_text:
        "Wir haben Ihnen einen Anmeldelink geschickt. Bitte sehen Sie in Ihren E-Mails nach.",
      empty_email_address: "Bitte geben Sie Ihre E-Mail-Adresse ein.",
    },
    forgotten_password: {
      heading: "Passwort zurücksetzen",
      email_label: "E-Mail-Adresse",
      password_label: "Passwort",
      email_input_placeholder: "Ihre E-Mail-Adresse",
      button_label: "Link zum Zurücksetzen senden",
      loading_button_label: "Link wird gesendet\u00a0…",
      link_text: "Passwort vergessen?",
      confirmation_text:
        "Wir haben Ihnen einen Link zum Zurücksetzen geschickt. Bitte sehen Sie in Ihren E-Mails nach.",
    },
    update_password: {
      heading: "Neues Passwort festlegen",
      password_label: "Neues Passwort",
      password_input_placeholder: "Ihr neues Passwort",
      button_label: "Passwort ändern",
      loading_button_label: "Passwort wird geändert\u00a0…",
      confirmation_text: "Ihr Passwort wurde geändert.",
    },
    verify_otp: {
      heading: "Code eingeben",
      email_input_label: "E-Mail-Adresse",
      email_input_placeholder: "Ihre E-Mail-Adresse",
      phone_input_label: "Telefonnummer",
      phone_input_placeholder: "Ihre Telefonnummer",
      token_input_label: "Einmalcode",
      token_input_placeholder: "Code aus der Nachricht",
      button_label: "Code bestätigen",
      loading_button_label: "Code wird geprüft\u00a0…",
      confirmation_text: "Ihr Code wurde bestätigt.",
      resend_button_label: "Neuen Code senden",
      resend_loading_button_label: "Neuer Code wird gesendet\u00a0…",
      resend_confirmation_text: "Wir haben Ihnen einen neuen Code geschickt.",
    },
    common: {
      show_password: "Passwort anzeigen",
      caps_lock: "Die Feststelltaste ist aktiviert",
      password_too_long:
        "Dieses Passwort ist zu lang. Bitte verwenden Sie höchstens 72\u00a0Zeichen.",
      network_error:
        "Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
      unexpected_error: "Es ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut.",
    },
    errors: {
      invalid_credentials: "E-Mail-Adresse oder Passwort ist falsch.",
      email_not_confirmed:
        "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Den Link dazu haben wir Ihnen per E-Mail geschickt.",
      phone_not_confirmed: "Bitte bestätigen Sie zuerst Ihre Telefonnummer.",
      user_already_exists: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
      email_exists: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
      phone_exists: "Für diese Telefonnummer gibt es bereits ein Konto.",
      email_address_invalid: "Diese E-Mail-Adresse ist ungültig.",
      anonymous_provider_disabled: "Bitte geben Sie Ihre E-Mail-Adresse und ein Passwort ein.",
      validation_failed: "Bitte prüfen Sie Ihre Eingaben und versuchen Sie es erneut.",
      weak_password:
        "Dieses Passwort ist nicht sicher genug. Bitte wählen Sie ein längeres mit Buchstaben, Ziffern und Sonderzeichen.",
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
        "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Den Link dazu haben wir Ihnen per E-Mail geschickt.",
      access_denied: "Die Anmeldung wurde abgebrochen.",
      bad_oauth_state:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuchen Sie es erneut.",
      bad_oauth_callback:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuchen Sie es erneut.",
      flow_state_not_found:
        "Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuchen Sie es erneut.",
      flow_state_expired: "Die Anmeldung hat zu lange gedauert. Bitte versuchen Sie es erneut.",
      pkce_code_verifier_not_found:
        "Dieser Link konnte Sie nicht anmelden. Er funktioniert nur einmal und nur in dem Browser, in dem Sie ihn angefordert haben. Wenn Sie gerade Ihre E-Mail-Adresse bestätigt haben, melden Sie sich jetzt an. Fordern Sie sonst einen neuen Link an und öffnen Sie ihn in diesem Browser.",
      session_not_found: "Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.",
      session_expired: "Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.",
      reauthentication_needed: "Bitte melden Sie sich zu Ihrer Sicherheit zuerst erneut an.",
      over_email_send_rate_limit: "Zu viele E-Mails in kurzer Zeit. Bitte warten Sie einen Moment.",
      over_sms_send_rate_limit: "Zu viele SMS in kurzer Zeit. Bitte warten Sie einen Moment.",
      over_request_rate_limit: "Zu viele Versuche in kurzer Zeit. Bitte warten Sie einen Moment.",
      sms_send_failed: "Die SMS konnte nicht gesendet werden. Bitte versuchen Sie es erneut.",
      unexpected_failure: "Es ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut.",
    },
  },
};

export default deFormal;
