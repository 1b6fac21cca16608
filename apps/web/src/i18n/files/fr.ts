import type { FileTexts } from "./en.ts";

const plural = new Intl.PluralRules("fr");
const isSingular = (count: number): boolean => plural.select(count) === "one";

/** The texts about files in French. */
export const fr: FileTexts = {
  picture: {
    choose: "Choisir une photo",
    change: "Changer la photo",
    remove: "Retirer la photo",
    hint: (size) =>
      `Recadrée en carré ; les données de localisation sont supprimées. Fichiers jusqu’à ${size}.`,
    unreadable:
      "Ce fichier n’est pas une photo prise en charge. Choisissez un fichier JPEG, PNG ou WebP.",
    tooLarge: (size) => `Ce fichier dépasse ${size}. Choisissez-en un plus petit.`,
    saved: "Votre photo a été enregistrée.",
    removed: "Votre photo a été retirée.",
    crop: {
      title: "Recadrer la photo",
      preview: "Aperçu",
      hint: "Faites glisser la photo ou utilisez les curseurs.",
      zoom: "Zoom",
      across: "Position horizontale",
      down: "Position verticale",
      cancel: "Annuler",
      save: "Utiliser cette photo",
      saving: "Enregistrement",
    },
  },

  attachments: {
    title: "Pièces jointes",
    add: "Joindre des fichiers",
    hint: (count, size) =>
      `Choisissez, déposez ou collez jusqu’à ${count} fichiers de tout type, de ${size} chacun.`,
    dropHere: "Déposez les fichiers ici",
    failed: "Les pièces jointes n’ont pas pu être chargées.",
    waits: "Sera envoyé à l’enregistrement",
    queued: "En attente",
    offline: "En attente d’une connexion",
    progress: (name) => `Envoi de « ${name} »`,
    uploaded: (percent) => `${percent} envoyés`,
    cancel: (name) => `Annuler « ${name} »`,
    retry: (name) => `Réessayer « ${name} »`,
    dismiss: (name) => `Ignorer « ${name} »`,
    show: (name) => `Afficher « ${name} »`,
    download: (name) => `Télécharger « ${name} »`,
    remove: (name) => `Retirer « ${name} »`,
    added: (count, formatted) =>
      `${formatted} ${isSingular(count) ? "fichier joint" : "fichiers joints"}`,
    ask: (name) => `Retirer « ${name} » définitivement ?`,
    yes: "Retirer",
    keep: "Annuler",
    removed: (name) => `« ${name} » a été retiré`,
    notRemoved: (name) => `« ${name} » n’a pas pu être retiré.`,
    notFetched: (name) => `« ${name} » n’a pas pu être téléchargé.`,
    notUploaded: "L’envoi a échoué.",
    tooLarge: (size) => `Plus de ${size}.`,
    empty: "Ce fichier est vide.",
    tooMany: (count) => `Une note peut contenir jusqu’à ${count} fichiers.`,
  },
};
