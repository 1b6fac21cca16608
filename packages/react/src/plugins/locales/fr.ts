import type { PluginLocale } from "../words.ts";

/** French, formal (vous). */
const fr: PluginLocale = {
  lang: "fr",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Consultez vos e-mails",
      sign_up_text:
        "Nous avons envoyé un e-mail à {{email}}. Ouvrez le lien qu’il contient pour confirmer votre compte.",
      magic_link_text:
        "Nous avons envoyé un e-mail à {{email}}. Ouvrez le lien qu’il contient pour vous connecter.",
      forgotten_password_text:
        "Nous avons envoyé un e-mail à {{email}}. Ouvrez le lien qu’il contient pour définir un nouveau mot de passe.",
      email_change_text:
        "Nous avons envoyé un e-mail à {{email}}. Ouvrez le lien qu’il contient pour confirmer l’adresse.",
      waiting_text:
        "Ouvrez le lien sur l’appareil de votre choix. Si vous l’ouvrez dans ce navigateur, cette page continue d’elle-même.",
      same_browser_text: "Ouvrez le lien dans ce navigateur. Cette page continuera d’elle-même.",
      code_text: "Ou saisissez ici le code reçu par e-mail.",
      have_code: "Vous avez un code ? Saisissez-le",
      wrong_address: "Mauvaise adresse ?",
      open_mail: "Ouvrir {{provider}}",
      resend_button_label: "Renvoyer l’e-mail",
      resend_loading_button_label: "Envoi…",
      resent: "Nous avons renvoyé l’e-mail.",
    },
    code: {
      wait_text: "Vous pourrez le redemander {{when}}.",
    },
    confirm: {
      signup_heading: "Confirmez votre compte",
      signup_button_label: "Confirmer et se connecter",
      magiclink_heading: "Vous y êtes presque",
      magiclink_button_label: "Se connecter",
      recovery_heading: "Réinitialiser le mot de passe",
      recovery_button_label: "Choisir un nouveau mot de passe",
      invite_heading: "Vous avez reçu une invitation",
      invite_button_label: "Accepter et se connecter",
      email_change_heading: "Confirmer l’adresse e-mail",
      email_change_button_label: "Confirmer l’adresse e-mail",
      text: "Appuyez sur le bouton pour confirmer. Certains logiciels de messagerie ouvrent les liens d’eux-mêmes.",
      loading_button_label: "Un instant…",
      half: "L’une des deux adresses est confirmée. Ouvrez maintenant le lien que nous avons envoyé à l’autre.",
      incomplete:
        "Ce lien est incomplet. Ouvrez-le à nouveau depuis l’e-mail, ou demandez-en un autre.",
      expired: "Ce lien a déjà servi ou est trop ancien. Demandez-en un autre.",
      back: "Demander un nouveau lien",
    },
    phone: {
      use_phone: "Utiliser un numéro de téléphone",
      use_email: "Utiliser une adresse e-mail",
      sign_in_heading: "Se connecter par téléphone",
      sign_up_heading: "S’inscrire par téléphone",
      country_label: "Pays",
      number_label: "Numéro de téléphone",
      number_hint: "Comme vous le composez, ou avec +",
      number_invalid: "Ce numéro de téléphone n’est pas complet.",
      send_button_label: "Envoyer un code",
      send_loading_button_label: "Envoi…",
      by_code: "Utiliser plutôt un code",
      by_password: "Utiliser plutôt un mot de passe",
      code_text: "Nous avons envoyé un code au {{phone}}.",
      wrong_number: "Mauvais numéro ?",
    },
    anonymous: {
      button_label: "Continuer en tant qu’invité",
      loading_button_label: "Un instant…",
      heading: "Conservez votre travail",
      text: "Vous utilisez un compte invité. Ajoutez un moyen de connexion pour conserver votre travail et le retrouver sur tous vos appareils.",
      upgrade_button_label: "Créer un compte",
      upgrade_loading_button_label: "Un instant…",
      link: "Continuer avec {{provider}}",
    },
    existing: {
      text: "Pas d’e-mail reçu\u202f? Vous avez peut-être déjà un compte.",
      sign_in: "Se connecter",
      reset: "Réinitialiser le mot de passe",
    },
    errors: {
      not_allowed: "Vous n’avez pas le droit de faire cela.",
      not_available: "Cette fonction n’est pas activée ici.",
      gone: "Cela n’existe plus.",
      network_changed: "Votre réseau a changé. Recommencez sur cet appareil.",
      code_wrong: "Ce code n’est pas le bon. Essayez le suivant.",
      code_needed: "Saisissez le code que nous vous avons envoyé.",
      second_step_needed: "Validez d’abord votre seconde étape de connexion.",
      other_step_needed: "Ajoutez d’abord une autre seconde étape.",
      too_many_steps: "Vous ne pouvez pas en avoir plus. Supprimez-en d’abord une.",
      step_name_taken: "Ce nom est déjà pris. Choisissez-en un autre.",
      step_exists: "Vous l’avez déjà ajouté.",
      last_way_in: "Le dernier moyen de connexion ne peut pas être dissocié.",
      identity_in_conflict:
        "Impossible de le dissocier\u00a0: son adresse e-mail appartient à un autre compte.",
      identity_taken: "Ce moyen de connexion est déjà associé à un autre compte.",
      robot: "Nous n’avons pas pu vérifier que vous n’êtes pas un robot. Veuillez réessayer.",
      email_refused:
        "Nous ne pouvons pas envoyer d’e-mails à cette adresse. Utilisez-en une autre.",
      sso_off: "L’authentification unique n’est pas activée ici. Connectez-vous autrement.",
      sso_unknown:
        "Il n’y a pas d’authentification unique pour cette adresse. Connectez-vous autrement.",
      sso_faulty:
        "L’authentification unique de votre organisation n’a pas fonctionné. Adressez-vous à ses administrateurs.",
      sso_managed: "C’est votre organisation qui s’en occupe. Faites la modification chez elle.",
    },
    help: {
      resend: "Renvoyer la confirmation",
      wait: "Réessayez dans {{seconds}}\u00a0s",
      again: "Réessayer",
    },
    passkeys: {
      button_label: "Se connecter avec une clé d’accès",
      cancelled: "Votre appareil n’a pas confirmé. Réessayez ou connectez-vous autrement.",
    },
    passkey_offer: {
      heading: "Se connecter sans mot de passe la prochaine fois",
      text: "Une clé d’accès utilise votre empreinte, votre visage ou le code de cet appareil.",
      add: "Ajouter une clé d’accès",
      later: "Plus tard",
      never: "Ne plus demander",
      done: "C’est fait. La prochaine fois, connectez-vous avec votre clé d’accès.",
    },
    sso: {
      link: "Utiliser l’authentification unique",
      heading: "Authentification unique",
      text: "Votre organisation vous connecte. Nous la trouvons grâce à votre adresse.",
      label: "Adresse e-mail professionnelle",
      button_label: "Continuer",
      missing: "Saisissez votre adresse e-mail professionnelle.",
      back: "Se connecter autrement",
    },
    more_methods: {
      sign_in: "Autres façons de se connecter",
      sign_up: "Autres façons de s’inscrire",
    },
    captcha: {
      label: "Confirmez que vous n’êtes pas un robot",
      failed:
        "La vérification de sécurité n’a pas pu être chargée. Rechargez la page ou autorisez-la dans votre navigateur.",
    },
    last_used_method: {
      mark: "Utilisé en dernier",
    },
    email_suggestion: {
      use: "Vouliez-vous dire {{email}}\u202f?",
    },
    offline: {
      text: "Vous êtes hors ligne. Ce que vous avez saisi reste ici.",
      back: "Vous êtes de nouveau en ligne.",
      again: "Réessayer",
    },
    checklist: {
      heading: "Exigences du mot de passe",
      length: "Au moins {{count}} caractères",
      longer: "Plus de caractères",
      lower: "Une minuscule",
      upper: "Une majuscule",
      letter: "Une lettre",
      digit: "Un chiffre",
      symbol: "Un symbole, comme ! ou ?",
      kinds: "Plus de types de caractères",
      pwned: "Absent des fuites de données connues",
      bytes:
        "Au plus 72 octets\u00a0: {{count}} pour l’instant. Certains caractères comptent plus d’une fois.",
      met: "Remplie",
      unmet: "Pas encore remplie",
    },
    identifier_first: {
      heading: "Se connecter ou créer un compte",
      email_or_phone: "Adresse e-mail ou numéro de téléphone",
      email_or_username: "Adresse e-mail ou nom d’utilisateur",
      any: "Adresse e-mail, numéro de téléphone ou nom d’utilisateur",
      button_label: "Continuer",
      missing: "Remplissez ce champ pour continuer.",
      code_button_label: "M’envoyer un code",
      other: "Utiliser un autre compte",
    },
  },
};

export default fr;
