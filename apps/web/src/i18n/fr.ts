import type { Texts } from "./en.ts";

const plural = new Intl.PluralRules("fr");
const isSingular = (count: number) => plural.select(count) === "one";
const notes = (count: number) => (isSingular(count) ? "note" : "notes");

/** The application's own texts in French. */
export const fr: Texts = {
  skipToContent: "Aller au contenu",
  language: "Langue",
  loading: "Chargement",
  tryAgain: "Réessayer",
  close: "Fermer",
  unreachable: "Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.",

  scheme: {
    label: "Thème",
    system: "Système",
    light: "Clair",
    dark: "Sombre",
  },

  start: {
    failedTitle: "Portico n’a pas pu démarrer",
    failed:
      "Les paramètres n’ont pas pu être chargés depuis le serveur. Vérifiez votre connexion, puis réessayez.",
    link: {
      title: "Se connecter avec ce lien\u202f?",
      text: (name) =>
        `Ce lien vous connecte en tant que ${name}. Il n’a pas été demandé dans ce navigateur\u00a0: continuez seulement si ce compte est le vôtre.`,
      replaces: (name) => `Session ouverte en tant que ${name}.`,
      accept: "Continuer",
      refuse: "Ne pas utiliser ce lien",
    },
  },

  crash: {
    title: "Une erreur est survenue",
    text: "Cette page a cessé de fonctionner. Rechargez-la pour continuer.",
    reload: "Recharger la page",
  },

  missing: {
    title: "Page introuvable",
    text: "L’adresse est peut-être obsolète ou mal saisie.",
    back: "Aller à l’accueil",
  },

  signIn: {
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
    needLink:
      "Pour choisir un nouveau mot de passe, ouvrez le lien de votre e-mail de réinitialisation.",
    askForLink: "Demander un lien",
    arriving: "Connexion en cours",
    inbox: "Ouvrir la boîte de réception",
    inboxText: "Les messages de ce serveur arrivent dans sa propre boîte de réception.",
  },

  consent: {
    title: "Autoriser une application",
    guest: "invité",
  },

  nav: {
    label: "Principal",
    notes: "Notes",
    account: "Compte",
  },

  offline: {
    text: "Vous êtes hors ligne. Vous pouvez consulter ce qui est déjà chargé\u202f; pour le modifier, il faut une connexion.",
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
    nothingFoundTitle: (text) => `Aucun résultat pour «\u00a0${text}\u00a0»`,
    nothingFoundText: "La recherche porte sur tous vos mots, dans les titres et les textes.",
    failedTitle: "Vos notes n’ont pas pu être chargées",
    retrying: "Pas encore de réponse. Nouvel essai…",
    stale: "Cette liste n’est peut-être plus à jour. Elle n’a pas pu être actualisée.",
    found: (count, formatted) =>
      `${formatted} ${notes(count)} ${isSingular(count) ? "trouvée" : "trouvées"}`,
    removed: (title) => `«\u00a0${title}\u00a0» supprimée`,
    restored: (title) => `«\u00a0${title}\u00a0» rétablie`,
    undo: "Annuler",
    saved: "Note enregistrée",
    exported: (count, formatted) =>
      `${formatted} ${notes(count)} ${isSingular(count) ? "exportée" : "exportées"}`,
    failed: {
      pin: "L’épingle n’a pas pu être modifiée.",
      remove: "La note n’a pas pu être supprimée.",
      restore: "La note n’a pas pu être rétablie.",
      export: "Vos notes n’ont pas pu être exportées.",
    },
    statistics: {
      label: "Statistiques",
      total: notes,
      pinned: "épinglées",
      thisWeek: "modifiées cette semaine",
      words: (count) => (isSingular(count) ? "mot" : "mots"),
    },
    drafts: {
      label: "Brouillons",
      new: "Nouvelle note, non enregistrée",
      mark: "Modifications non enregistrées",
      discard: (title) => `Supprimer le brouillon « ${title} »`,
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
    pin: "Épingler en haut",
    save: "Enregistrer",
    saving: "Enregistrement",
    cancel: "Annuler",
    blank: "Écrivez d’abord un titre ou du texte.",
    draftKept: "Votre texte non enregistré a été rétabli.",
    discardDraft: "Abandonner",
    startAnother: "Commencer une nouvelle note",
    discarded: "Brouillon supprimé",
    kept: "Votre texte est conservé comme brouillon sur cet appareil",
    missingTitle: "Note introuvable",
    missingText: "Elle a peut-être été supprimée, ou n’est pas partagée avec vous.",
    failedTitle: "La note n’a pas pu être chargée",
    tooLong: (over) => `${over} caractères de trop.`,
    shortcut: "Ctrl + Entrée pour enregistrer",
  },

  account: {
    title: "Compte",
    back: "Retour aux notes",
    who: {
      title: "Vous",
      since: "Membre depuis",
      lastSignIn: "Dernière connexion",
      id: "Identifiant",
    },
  },

  passwordUpdated: "Votre mot de passe a été modifié.",
};
