import type { SharingTexts } from "./en.ts";

/** The texts about shared notes in German. */
export const de: SharingTexts = {
  sharedBy: (address) => `Geteilt von ${address}`,
  sharedWith: (count, formatted) =>
    count === 1 ? "Mit 1 Person geteilt" : `Mit ${formatted} Personen geteilt`,
  leave: (title) => `„${title}“ verlassen`,
  left: (title) => `Du hast „${title}“ verlassen`,
  notLeft: "Die Notiz konnte nicht verlassen werden.",

  share: {
    title: "Teilen",
    hint: "Wer diese E-Mail-Adresse hat und annimmt, kann die Notiz lesen und ihren Text bearbeiten.",
    address: "E-Mail-Adresse",
    add: "Teilen",
    adding: "Wird geteilt",
    listLabel: "Geteilt mit",
    added: (address) => `Geteilt mit ${address}`,
    remove: (address) => `Nicht mehr mit ${address} teilen`,
    removed: (address) => `Nicht mehr mit ${address} geteilt`,
    notAdded: "Die Notiz konnte nicht geteilt werden.",
    notRemoved: "Das Teilen konnte nicht beendet werden.",
    noAddress: "Gib eine vollständige E-Mail-Adresse ein.",
    own: "Das ist deine eigene Adresse.",
    tooMany: (max) => `Du kannst eine Notiz mit bis zu ${max} Adressen teilen.`,
  },

  invitations: {
    link: "Mit dir geteilt",
    open: (count, formatted) => (count === 1 ? "1 Einladung" : `${formatted} Einladungen`),
    title: "Mit dir geteilt",
    heading: "Einladungen",
    hint: "Wer dich einlädt, erfährt nicht, wenn du ablehnst oder blockierst.",
    none: "Du hast keine offenen Einladungen.",
    from: (address, title) => `${address} hat „${title}“ mit dir geteilt.`,
    accept: "Annehmen",
    acceptOne: (title) => `Annehmen: „${title}“`,
    accepted: (title) => `Du hast „${title}“ angenommen. Die Notiz ist jetzt bei deinen Notizen.`,
    decline: "Ablehnen",
    declineOne: (title) => `Ablehnen: „${title}“`,
    declined: (title) => `Du hast „${title}“ abgelehnt.`,
    block: "Blockieren",
    blockOne: (address) => `Blockieren: ${address}`,
    blocked: (address) =>
      `Du hast ${address} blockiert. Du siehst nichts mehr, was von dort geteilt wird.`,
    failed: "Deine Antwort konnte nicht gespeichert werden.",
    notLoaded: "Deine Einladungen konnten nicht geladen werden.",

    notes: "Notizen, die andere mit dir teilen",
    noNotes: "Noch niemand hat eine Notiz mit dir geteilt.",
    all: "Alle auswählen",
    leaveMany: (count, formatted) =>
      count === 1 ? "1 Notiz verlassen" : `${formatted} Notizen verlassen`,
    leaveNone: "Notizen verlassen",
    selectFirst: "Wähle die Notizen aus, die du verlassen willst.",
    leftMany: (count, formatted) =>
      count === 1 ? "Du hast 1 Notiz verlassen." : `Du hast ${formatted} Notizen verlassen.`,
    notLeftMany: "Die Notizen konnten nicht verlassen werden.",

    blockedHeading: "Blockierte Personen",
    unblock: "Freigeben",
    unblockOne: (address) => `Freigeben: ${address}`,
    unblocked: (address) => `${address} ist nicht mehr blockiert.`,
    notUnblocked: "Die Blockierung konnte nicht aufgehoben werden.",
  },

  alsoHere: (people) => `Auch hier: ${people}`,
  somebody: "jemand",

  changed: {
    followed: "Diese Notiz wurde gerade anderswo geändert. Du siehst die neueste Fassung.",
    clash:
      "Diese Notiz wurde anderswo geändert, während du geschrieben hast. Dein Text ist noch da.",
    theirs: "Andere Fassung anzeigen",
    mine: "Meine behalten",
    restore: "Meinen Text wiederherstellen",
    gone: "Diese Notiz wurde gelöscht oder wird nicht mehr mit dir geteilt. Speichere, um deinen Text als neue Notiz zu behalten.",
  },

  connection: {
    lost: "Verbindung unterbrochen. Änderungen von anderswo erscheinen, sobald sie wieder da ist.",
    restored: "Wieder verbunden. Alles ist auf dem neuesten Stand.",
  },
};
