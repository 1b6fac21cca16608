import type { Words } from "./en.ts";

const plural = new Intl.PluralRules("fr");
const one = (count: number) => plural.select(count) === "one";
const notes = (count: number) => (one(count) ? "note" : "notes");

/** The application's own words in French. */
export const fr: Words = {
  skipToContent: "Aller au contenu",
  language: "Langue",
  loading: "Chargement",
  tryAgain: "Réessayer",
  close: "Fermer",
  unreachable: "Le serveur n’a pas répondu comme prévu. Vérifiez votre connexion, puis réessayez.",

  scheme: {
    label: "Thème",
    system: "Système",
    light: "Clair",
    dark: "Sombre",
  },

  start: {
    failedTitle: "Portico n’a pas pu démarrer",
    failed:
      "Le serveur n’a pas indiqué où se trouvent ses données. Vérifiez votre connexion, puis réessayez.",
  },

  crash: {
    title: "Une erreur est survenue",
    text: "Cette page a cessé de fonctionner. Vos notes sont en sécurité.",
    reload: "Recharger la page",
  },

  missing: {
    title: "Cette page n’existe pas",
    text: "L’adresse est peut-être ancienne ou mal saisie.",
    back: "Revenir à l’accueil",
  },

  door: {
    tagline: "Un endroit calme pour vos notes",
    titles: {
      sign_in: "Connexion",
      sign_up: "Créer un compte",
      magic_link: "Connexion par e-mail",
      forgotten_password: "Réinitialiser le mot de passe",
      update_password: "Choisir un nouveau mot de passe",
      verify_otp: "Saisir le code",
    },
    confirm: "Confirmer",
    theInbox: "la boîte de réception",
    secondStep: "Encore une étape",
    haveCode: "Vous avez un code\u202f? Saisissez-le",
    keepPassword: "Garder mon mot de passe",
    needLink: "Ce formulaire s’ouvre depuis le lien d’un e-mail de réinitialisation.",
    askForLink: "Demander un lien",
    arriving: "Connexion en cours",
    inbox: "Ouvrir la boîte de réception",
    inboxText: "Les messages de ce serveur arrivent dans sa propre boîte de réception.",
  },

  consent: {
    title: "Se connecter ailleurs",
    heading: (name) => `Autoriser ${name} à vous connecter\u202f?`,
    unnamed: "une application sans nom",
    who: "Vous êtes ici en tant que",
    guest: "invité",
    may: "Elle pourra",
    account: "voir votre compte\u00a0: votre nom, vos adresses et vos moyens de connexion",
    scopes: {
      openid: "savoir que c’est vous, chaque fois que vous venez",
      profile: "voir votre nom et votre photo",
      email: "voir votre adresse e-mail",
      phone: "voir votre numéro de téléphone",
      offline_access: "continuer en votre absence",
    },
    goesTo: "Votre réponse est envoyée à",
    hint: "N’autorisez que si vous connaissez cette adresse et si vous en venez à l’instant.",
    allow: "Autoriser",
    deny: "Refuser",
    leaving: "Retour à l’application.",
    goOn: "Rien ne se passe\u202f? Continuez ici",
    noneTitle: "Aucune demande en cours",
    none: "Cette adresse est incomplète. Retournez à l’application et connectez-vous-y de nouveau.",
    overTitle: "Cette demande n’est plus valable",
    over: "Elle a reçu sa réponse, date de plus de dix minutes ou a été ouverte par quelqu’un d’autre. Retournez à l’application et connectez-vous-y de nouveau.",
    offTitle: "Indisponible",
    off: "Ce serveur ne permet à aucune autre application de connecter des personnes.",
    failedTitle: "La demande n’a pas pu être chargée",
  },

  nav: {
    label: "Principal",
    notes: "Notes",
    account: "Compte",
    signOut: "Se déconnecter",
  },

  offline: {
    text: "Vous êtes hors ligne. Vous voyez le dernier contenu chargé\u202f; le modifier demande une connexion.",
  },

  notes: {
    title: "Notes",
    new: "Nouvelle note",
    untitled: "Sans titre",
    searchLabel: "Rechercher dans les notes",
    searchPlaceholder: "Rechercher",
    clearSearch: "Effacer la recherche",
    sortLabel: "Trier par",
    sorts: {
      changed: "Dernière modification",
      created: "Plus récentes",
      heading: "Titre",
    },
    exportCsv: "Exporter en CSV",
    exporting: "Exportation",
    listLabel: "Vos notes",
    edited: (when) => `Modifiée ${when}`,
    pin: (title) => `Épingler «\u00a0${title}\u00a0»`,
    unpin: (title) => `Désépingler «\u00a0${title}\u00a0»`,
    remove: (title) => `Supprimer «\u00a0${title}\u00a0»`,
    emptyTitle: "Votre première note ira ici",
    emptyText: "Une idée, une liste, une phrase à garder. Vous seul pouvez la lire.",
    writeFirst: "Écrire une note",
    nothingFoundTitle: (text) => `Rien ne correspond à «\u00a0${text}\u00a0»`,
    nothingFoundText: "La recherche porte sur tous vos mots, dans les titres et les textes.",
    failedTitle: "Vos notes n’ont pas été chargées",
    retrying: "Pas encore de réponse. Nouvel essai.",
    stale: "Cette liste est peut-être périmée\u00a0: la dernière actualisation a échoué.",
    found: (count, written) => `${written} ${notes(count)} ${one(count) ? "trouvée" : "trouvées"}`,
    removed: (title) => `«\u00a0${title}\u00a0» supprimée`,
    restored: (title) => `«\u00a0${title}\u00a0» est de retour`,
    undo: "Annuler",
    saved: "Note enregistrée",
    exported: (count, written) =>
      `${written} ${notes(count)} ${one(count) ? "exportée" : "exportées"}`,
    failed: {
      pin: "L’épingle n’a pas changé.",
      remove: "La note n’a pas été supprimée.",
      restore: "La note n’a pas pu être rétablie.",
      export: "L’exportation a échoué.",
    },
    statistics: {
      label: "Statistiques",
      total: notes,
      pinned: "épinglées",
      thisWeek: "modifiées cette semaine",
      words: (count) => (one(count) ? "mot" : "mots"),
    },
    pages: {
      label: "Pages",
      previous: "Précédent",
      next: "Suivant",
      range: (from, to, total) => `${from}–${to} sur ${total}`,
    },
  },

  editor: {
    newTitle: "Nouvelle note",
    editTitle: "Modifier la note",
    title: "Titre",
    titlePlaceholder: "Titre",
    body: "Texte",
    bodyPlaceholder: "Écrivez quelque chose",
    pin: "Garder en haut",
    save: "Enregistrer",
    saving: "Enregistrement",
    cancel: "Annuler",
    blank: "Écrivez d’abord un titre ou du texte.",
    draftKept: "Ce texte n’avait pas été enregistré.",
    discardDraft: "L’abandonner",
    missingTitle: "Cette note n’existe pas",
    missingText: "Elle a été supprimée, ou appartient à quelqu’un d’autre.",
    failedTitle: "La note n’a pas été chargée",
    tooLong: (over) => `${over} caractères de trop.`,
    shortcut: "Ctrl + Entrée enregistre",
  },

  account: {
    title: "Compte",
    back: "Retour aux notes",
    applications: {
      title: "Applications",
      text: "Elles peuvent vous connecter et agir ici en votre nom.",
      since: (when) => `Autorisée le ${when}`,
      takeBack: "Retirer",
      takeBackFrom: (name) => `Retirer\u00a0: ${name}`,
      done: (name) => `${name} ne peut plus vous connecter.`,
    },
    who: {
      title: "Vous",
      since: "Membre depuis",
      lastSignIn: "Dernière connexion",
      id: "Identifiant",
    },
  },

  passwordUpdated: "Votre mot de passe a été modifié.",
};
