import type { ConsentLocale } from "../en.ts";

/** French, formal (vous). */
const fr: ConsentLocale = {
  lang: "fr",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Autoriser {{name}} à vous connecter\u202f?",
      unnamed: "une application sans nom",
      signed_in_as: "Session ouverte en tant que",
      guest: "invité",
      may: "Elle pourra",
      account: "voir votre compte\u00a0: nom, e-mail, téléphone et moyens de connexion",
      openid: "vous reconnaître à chaque connexion",
      profile: "voir votre nom et votre photo",
      email: "voir votre adresse e-mail",
      phone: "voir votre numéro de téléphone",
      offline_access: "rester connectée en votre absence",
      goes_to: "Redirection vers",
      hint: "N’autorisez que si vous connaissez cette adresse et que vous venez d’en arriver.",
      allow: "Autoriser",
      deny: "Refuser",
      loading: "Chargement…",
      leaving: "Redirection en cours…",
      continue: "Pas de redirection\u202f? Continuer",
      again: "Réessayer",
      none_heading: "Rien à approuver",
      none_text: "Ce lien est incomplet. Retournez à l’application et connectez-vous de nouveau.",
      over_heading: "Cette demande n’est plus valable",
      over_text:
        "Elle a déjà reçu une réponse, date de plus de dix minutes ou a été ouverte par quelqu’un d’autre. Retournez à l’application et connectez-vous de nouveau.",
      off_heading: "Indisponible",
      off_text: "La connexion à d’autres applications est désactivée sur ce serveur.",
      failed_heading: "La demande n’a pas pu être chargée",
    },
    errors: {
      forbidden_redirect: "L’adresse de l’application n’est pas sûre.",
    },
  },
};

export default fr;
