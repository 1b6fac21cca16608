import type { FileWords } from "./en.ts";

const plural = new Intl.PluralRules("de");
const files = (count: number): string => (plural.select(count) === "one" ? "Datei" : "Dateien");

/** The words about files in German. */
export const de: FileWords = {
  picture: {
    choose: "Bild auswählen",
    change: "Bild ändern",
    remove: "Bild entfernen",
    hint: (size) =>
      `Behalten wird ein Quadrat daraus, und nichts darüber, wo es entstand. Dateien bis ${size}.`,
    unreadable:
      "Diese Datei lässt sich hier nicht als Bild zeigen. Wähle ein JPEG, ein PNG oder ein WebP.",
    tooLarge: (size) => `Diese Datei ist größer als ${size}. Wähle eine kleinere.`,
    saved: "Dein Bild ist gespeichert.",
    removed: "Dein Bild ist entfernt.",
    crop: {
      title: "Bild zuschneiden",
      preview: "Der Ausschnitt, der bleibt",
      hint: "Ziehe das Bild oder bewege die Regler.",
      zoom: "Vergrößerung",
      across: "Von links nach rechts",
      down: "Von oben nach unten",
      cancel: "Abbrechen",
      save: "Dieses Bild nehmen",
      saving: "Wird gespeichert",
    },
  },

  attachments: {
    title: "Anhänge",
    add: "Dateien anhängen",
    hint: (count, size) =>
      `Wähle bis zu ${count} Dateien jeder Art aus, ziehe sie hierher oder füge sie ein, jede bis ${size}.`,
    dropHere: "Dateien hier ablegen",
    failed: "Die Anhänge wurden nicht geladen.",
    waits: "Kommt beim Speichern dazu",
    queued: "Wartet, bis sie an der Reihe ist",
    offline: "Wartet auf eine Verbindung",
    progress: (name) => `Hochladen von „${name}“`,
    uploaded: (percent) => `${percent} hochgeladen`,
    cancel: (name) => `„${name}“ abbrechen`,
    retry: (name) => `„${name}“ noch einmal versuchen`,
    dismiss: (name) => `„${name}“ weglassen`,
    show: (name) => `„${name}“ zeigen`,
    download: (name) => `„${name}“ herunterladen`,
    remove: (name) => `„${name}“ entfernen`,
    added: (count, written) => `${written} ${files(count)} angehängt`,
    ask: (name) => `„${name}“ endgültig entfernen?`,
    yes: "Entfernen",
    keep: "Behalten",
    removed: (name) => `„${name}“ entfernt`,
    notRemoved: (name) => `„${name}“ wurde nicht entfernt.`,
    notFetched: (name) => `„${name}“ ließ sich nicht abrufen.`,
    notUploaded: "Das Hochladen ist gescheitert.",
    tooLarge: (size) => `Größer als ${size}.`,
    empty: "In dieser Datei ist nichts.",
    tooMany: (count) => `An eine Notiz passen ${count} Dateien.`,
  },
};
