import type { FileTexts } from "./en.ts";

const plural = new Intl.PluralRules("de");
const files = (count: number): string => (plural.select(count) === "one" ? "Datei" : "Dateien");

/** The texts about files in German. */
export const de: FileTexts = {
  picture: {
    choose: "Bild auswählen",
    change: "Bild ändern",
    remove: "Bild entfernen",
    hint: (size) =>
      `Wird quadratisch zugeschnitten; Standortdaten werden entfernt. Dateien bis ${size}.`,
    unreadable: "Diese Datei ist kein unterstütztes Bild. Wähle eine JPEG-, PNG- oder WebP-Datei.",
    tooLarge: (size) => `Diese Datei ist größer als ${size}. Wähle eine kleinere.`,
    saved: "Dein Bild ist gespeichert.",
    removed: "Dein Bild ist entfernt.",
    crop: {
      title: "Bild zuschneiden",
      preview: "Vorschau",
      hint: "Ziehe das Bild oder bewege die Regler.",
      zoom: "Vergrößerung",
      across: "Waagerechte Position",
      down: "Senkrechte Position",
      cancel: "Abbrechen",
      save: "Dieses Bild verwenden",
      saving: "Wird gespeichert",
    },
  },

  attachments: {
    title: "Anhänge",
    add: "Dateien anhängen",
    hint: (count, size) =>
      `Wähle bis zu ${count} Dateien jeder Art aus, ziehe sie hierher oder füge sie ein, jede bis ${size}.`,
    dropHere: "Dateien hier ablegen",
    failed: "Die Anhänge konnten nicht geladen werden.",
    waits: "Wird beim Speichern hochgeladen",
    queued: "In der Warteschlange",
    offline: "Wartet auf eine Verbindung",
    progress: (name) => `„${name}“ wird hochgeladen`,
    uploaded: (percent) => `${percent} hochgeladen`,
    cancel: (name) => `„${name}“ abbrechen`,
    retry: (name) => `„${name}“ noch einmal versuchen`,
    dismiss: (name) => `„${name}“ verwerfen`,
    show: (name) => `„${name}“ anzeigen`,
    download: (name) => `„${name}“ herunterladen`,
    remove: (name) => `„${name}“ entfernen`,
    added: (count, formatted) => `${formatted} ${files(count)} angehängt`,
    ask: (name) => `„${name}“ endgültig entfernen?`,
    yes: "Entfernen",
    keep: "Abbrechen",
    removed: (name) => `„${name}“ entfernt`,
    notRemoved: (name) => `„${name}“ konnte nicht entfernt werden.`,
    notFetched: (name) => `„${name}“ konnte nicht heruntergeladen werden.`,
    notUploaded: "Das Hochladen ist fehlgeschlagen.",
    tooLarge: (size) => `Größer als ${size}.`,
    empty: "Diese Datei ist leer.",
    tooMany: (count) => `Eine Notiz kann bis zu ${count} Dateien haben.`,
  },
};
