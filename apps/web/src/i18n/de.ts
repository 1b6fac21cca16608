import type { Texts } from "./en.ts";

const notes = (count: number) => (count === 1 ? "Notiz" : "Notizen");

/** The application's own texts in German. */
export const de: Texts = {
  skipToContent: "Zum Inhalt springen",
  language: "Sprache",
  loading: "Wird geladen",
  tryAgain: "Erneut versuchen",
  close: "Schließen",
  unreachable: "Der Server antwortet nicht. Prüfe deine Verbindung und versuche es erneut.",

  scheme: {
    label: "Farbschema",
    system: "System",
    light: "Hell",
    dark: "Dunkel",
  },

  start: {
    failedTitle: "Portico konnte nicht starten",
    failed:
      "Die Einstellungen konnten nicht vom Server geladen werden. Prüfe deine Verbindung und versuche es erneut.",
    link: {
      title: "Mit diesem Link anmelden?",
      text: (name) =>
        `Dieser Link meldet dich als ${name} an. Er wurde nicht in diesem Browser angefordert. Fahre nur fort, wenn das dein Konto ist.`,
      replaces: (name) => `Du bist als ${name} angemeldet.`,
      accept: "Weiter",
      refuse: "Link nicht verwenden",
    },
  },

  crash: {
    title: "Etwas ist schiefgelaufen",
    text: "Diese Seite reagiert nicht mehr. Lade sie neu, um weiterzumachen.",
    reload: "Seite neu laden",
  },

  missing: {
    title: "Seite nicht gefunden",
    text: "Die Adresse ist vielleicht veraltet oder falsch geschrieben.",
    back: "Zur Startseite",
  },

  signIn: {
    tagline: "Ein ruhiger Ort für deine Notizen",
    titles: {
      sign_in: "Anmelden",
      sign_up: "Konto erstellen",
      magic_link: "Per E-Mail anmelden",
      forgotten_password: "Passwort zurücksetzen",
      update_password: "Neues Passwort festlegen",
      verify_otp: "Code eingeben",
    },
    confirm: "Bestätigen",
    theInbox: "Posteingang",
    secondStep: "Noch ein Schritt",
    haveCode: "Code erhalten? Hier eingeben",
    keepPassword: "Passwort behalten",
    needLink: "Um ein neues Passwort festzulegen, öffne den Link in der E-Mail zum Zurücksetzen.",
    askForLink: "Link anfordern",
    arriving: "Du wirst angemeldet",
    inbox: "Posteingang öffnen",
    inboxText: "Nachrichten dieses Servers kommen in seinem eigenen Posteingang an.",
  },

  consent: {
    title: "Anwendung autorisieren",
    guest: "Gast",
  },

  nav: {
    label: "Hauptmenü",
    notes: "Notizen",
    account: "Konto",
  },

  offline: {
    text: "Du bist offline. Du siehst, was bereits geladen ist; zum Ändern brauchst du eine Verbindung.",
  },

  notes: {
    title: "Notizen",
    new: "Neue Notiz",
    untitled: "Ohne Titel",
    searchLabel: "Notizen durchsuchen",
    searchPlaceholder: "Suchen",
    clearSearch: "Suche leeren",
    sortLabel: "Sortieren nach",
    sorts: {
      changed: "Zuletzt bearbeitet",
      created: "Neueste",
      heading: "Titel",
    },
    exportCsv: "CSV exportieren",
    exporting: "Wird exportiert",
    listLabel: "Deine Notizen",
    edited: (when) => `Bearbeitet ${when}`,
    pin: (title) => `„${title}“ anheften`,
    unpin: (title) => `„${title}“ lösen`,
    remove: (title) => `„${title}“ löschen`,
    emptyTitle: "Hier kommt deine erste Notiz hin",
    emptyText: "Ein Gedanke, eine Liste, ein Satz zum Aufheben. Nur du kannst sie lesen.",
    writeFirst: "Notiz schreiben",
    nothingFoundTitle: (text) => `Keine Treffer für „${text}“`,
    nothingFoundText: "Gesucht wird nach allen deinen Wörtern, in Titeln und Texten.",
    failedTitle: "Deine Notizen konnten nicht geladen werden",
    retrying: "Noch keine Antwort. Neuer Versuch läuft\u00a0…",
    stale: "Diese Liste ist vielleicht veraltet. Sie konnte nicht aktualisiert werden.",
    found: (count, formatted) => `${formatted} ${notes(count)} gefunden`,
    removed: (title) => `„${title}“ gelöscht`,
    restored: (title) => `„${title}“ wiederhergestellt`,
    undo: "Rückgängig",
    saved: "Notiz gespeichert",
    exported: (count, formatted) => `${formatted} ${notes(count)} exportiert`,
    failed: {
      pin: "Das Anheften konnte nicht geändert werden.",
      remove: "Die Notiz konnte nicht gelöscht werden.",
      restore: "Die Notiz konnte nicht wiederhergestellt werden.",
      export: "Deine Notizen konnten nicht exportiert werden.",
    },
    statistics: {
      label: "Statistik",
      total: notes,
      pinned: "angeheftet",
      thisWeek: "diese Woche bearbeitet",
      words: (count) => (count === 1 ? "Wort" : "Wörter"),
    },
    drafts: {
      label: "Entwürfe",
      new: "Neue Notiz, nicht gespeichert",
      mark: "Ungespeicherte Änderungen",
      discard: (title) => `Entwurf „${title}“ verwerfen`,
    },
    pages: {
      label: "Seiten",
      previous: "Zurück",
      next: "Weiter",
      range: (from, to, total) => `${from}–${to} von ${total}`,
    },
  },

  editor: {
    newTitle: "Neue Notiz",
    editTitle: "Notiz bearbeiten",
    title: "Titel",
    titlePlaceholder: "Titel",
    body: "Text",
    bodyPlaceholder: "Schreib etwas",
    pin: "Oben anheften",
    save: "Speichern",
    saving: "Wird gespeichert",
    cancel: "Abbrechen",
    blank: "Gib zuerst einen Titel oder etwas Text ein.",
    draftKept: "Dein nicht gespeicherter Text wurde wiederhergestellt.",
    discardDraft: "Verwerfen",
    startAnother: "Neue Notiz beginnen",
    discarded: "Entwurf verworfen",
    kept: "Dein Text bleibt als Entwurf auf diesem Gerät",
    missingTitle: "Notiz nicht gefunden",
    missingText: "Sie wurde vielleicht gelöscht oder ist nicht mit dir geteilt.",
    failedTitle: "Die Notiz konnte nicht geladen werden",
    tooLong: (over) => `${over} Zeichen zu viel.`,
    shortcut: "Strg + Eingabe zum Speichern",
  },

  account: {
    title: "Konto",
    back: "Zurück zu den Notizen",
    who: {
      title: "Du",
      since: "Dabei seit",
      lastSignIn: "Letzte Anmeldung",
      id: "Benutzer-ID",
    },
  },

  passwordUpdated: "Dein Passwort wurde geändert.",
};
