import type { GateLocale } from "../en.ts";

/** French, formal (vous). */
const fr: GateLocale = {
  lang: "fr",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Encore une étape",
      totp_text: "Saisissez le code qu’affiche votre application d’authentification.",
      phone_text: "Nous envoyons un code sur votre téléphone.",
      webauthn_text: "Confirmez avec votre clé de sécurité ou cet appareil.",
      recovery_code_text:
        "Saisissez un de vos codes de récupération. Il ne fonctionne qu’une fois.",
      code_label: "Code",
      button_label: "Continuer",
      send_button_label: "Envoyer un code",
      resend_button_label: "Envoyer un autre code",
      sent_text: "Nous vous avons envoyé un code.",
      webauthn_button_label: "Utiliser la clé de sécurité",
      other_totp: "Utiliser plutôt une application d’authentification",
      other_phone: "Recevoir plutôt un SMS",
      other_webauthn: "Utiliser plutôt une clé de sécurité",
      other_recovery_code: "Utiliser plutôt un code de récupération",
      sign_out: "Utiliser un autre compte",
    },
    session_ended: {
      heading: "Votre session a pris fin",
      text: "Reconnectez-vous pour continuer là où vous en étiez. Ce que vous avez saisi est toujours là.",
      leave: "Quitter sans se connecter",
    },
    errors: {
      mfa_verification_failed: "Ce code n’est pas le bon. Essayez le suivant.",
      mfa_challenge_expired: "Ce code a expiré. Demandez-en un nouveau.",
      mfa_recovery_codes_locked:
        "Trop de codes incorrects. Patientez un peu ou utilisez un autre moyen.",
      webauthn_cancelled: "Votre appareil n’a pas confirmé. Réessayez.",
      webauthn_unsupported: "Ce navigateur ne prend pas en charge les clés de sécurité.",
      webauthn_verification_failed: "Cette clé de sécurité n’appartient pas au compte.",
    },
  },
};

export default fr;
