import type { SharingTexts } from "./en.ts";

const plural = new Intl.PluralRules("fr");

/** The texts about shared notes in French. */
export const fr: SharingTexts = {
  sharedBy: (address) => `Partagée par ${address}`,
  sharedWith: (count, formatted) =>
    `Partagée avec ${formatted} ${plural.select(count) === "one" ? "personne" : "personnes"}`,
  leave: (title) => `Quitter «\u00a0${title}\u00a0»`,
  left: (title) => `Vous avez quitté «\u00a0${title}\u00a0»`,
  notLeft: "Vous n’avez pas pu quitter la note.",

  share: {
    title: "Partager",
    hint: "La personne qui a cette adresse e-mail peut lire la note et en modifier le texte une fois l’invitation acceptée.",
    address: "Adresse e-mail",
    add: "Partager",
    adding: "Partage en cours",
    listLabel: "Partagée avec",
    added: (address) => `Partagée avec ${address}`,
    remove: (address) => `Ne plus partager avec ${address}`,
    removed: (address) => `N’est plus partagée avec ${address}`,
    notAdded: "La note n’a pas pu être partagée.",
    notRemoved: "Le partage n’a pas pu être arrêté.",
    noAddress: "Saisissez une adresse e-mail complète.",
    own: "C’est votre propre adresse.",
    tooMany: (max) => `Vous pouvez partager une note avec ${max} adresses au maximum.`,
  },

  invitations: {
    link: "Partagées avec vous",
    open: (count, formatted) =>
      `${formatted} ${plural.select(count) === "one" ? "invitation" : "invitations"}`,
    title: "Partagées avec vous",
    heading: "Invitations",
    hint: "La personne qui vous invite n’est pas informée si vous refusez ou bloquez.",
    none: "Vous n’avez aucune invitation en attente.",
    from: (address, title) => `${address} a partagé «\u00a0${title}\u00a0» avec vous.`,
    accept: "Accepter",
    acceptOne: (title) => `Accepter «\u00a0${title}\u00a0»`,
    accepted: (title) =>
      `Vous avez accepté «\u00a0${title}\u00a0». La note est maintenant parmi les vôtres.`,
    decline: "Refuser",
    declineOne: (title) => `Refuser «\u00a0${title}\u00a0»`,
    declined: (title) => `Vous avez refusé «\u00a0${title}\u00a0».`,
    block: "Bloquer",
    blockOne: (address) => `Bloquer ${address}`,
    blocked: (address) => `Vous avez bloqué ${address}. Vous ne verrez plus rien de sa part.`,
    failed: "Votre réponse n’a pas pu être enregistrée.",
    notLoaded: "Vos invitations n’ont pas pu être chargées.",

    notes: "Notes que d’autres partagent avec vous",
    noNotes: "Personne n’a encore partagé de note avec vous.",
    all: "Tout sélectionner",
    leaveMany: (count, formatted) =>
      `Quitter ${formatted} ${plural.select(count) === "one" ? "note" : "notes"}`,
    leaveNone: "Quitter des notes",
    selectFirst: "Sélectionnez les notes que vous voulez quitter.",
    leftMany: (count, formatted) =>
      `Vous avez quitté ${formatted} ${plural.select(count) === "one" ? "note" : "notes"}.`,
    notLeftMany: "Vous n’avez pas pu quitter les notes.",

    blockedHeading: "Personnes bloquées",
    unblock: "Débloquer",
    unblockOne: (address) => `Débloquer ${address}`,
    unblocked: (address) => `Vous avez débloqué ${address}.`,
    notUnblocked: "Cette personne n’a pas pu être débloquée.",
  },

  alsoHere: (people) => `Également ici\u00a0: ${people}`,
  somebody: "quelqu’un",

  changed: {
    followed: "Cette note vient d’être modifiée ailleurs. Vous voyez la dernière version.",
    clash:
      "Cette note a été modifiée ailleurs pendant que vous écriviez. Votre texte est conservé.",
    theirs: "Afficher l’autre version",
    mine: "Garder la mienne",
    restore: "Rétablir mon texte",
    gone: "Cette note a été supprimée ou n’est plus partagée avec vous. Enregistrez pour garder votre texte dans une nouvelle note.",
  },

  connection: {
    lost: "Connexion perdue. Les modifications faites ailleurs apparaîtront dès son retour.",
    restored: "Connexion rétablie. Tout est à jour.",
  },
};
