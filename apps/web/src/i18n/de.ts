import type { Words } from "./en.ts";

const notes = (count: number) => (count === 1 ? "Notiz" : "Notizen");

/** The application's own words in German. */
export const de: Words = {
  skipToContent: "Zum Inhalt springen",
  language: "Sprache",
  loading: "Wird geladen",
  tryAgain: "Erneut versuchen",
  close: "Schließen",
  unreachable:
    "Der Server hat nicht wie erwartet geantwortet. Prüfe deine Verbindung und versuche es erneut.",

  scheme: {
    label: "Farbschema",
    system: "System",
    light: "Hell",
    dark: "Dunkel",
  },

  start: {
    failedTitle: "Portico konnte nicht starten",
    failed:
      "Der Server hat nicht gesagt, wo seine Daten liegen. Prüfe deine Verbindung und versuche es erneut.",
  },

  crash: {
    title: "Etwas ist schiefgelaufen",
    text: "Diese Seite funktioniert nicht mehr. Deine Notizen sind sicher.",
    reload: "Seite neu laden",
  },

  missing: {
    title: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht veraltet oder vertippt.",
    back: "Zum Anfang",
  },

  door: {
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
    haveCode: "Du hast einen Code? Gib ihn ein",
    keepPassword: "Passwort behalten",
    needLink: "Dieses Formular öffnet sich über den Link in der E-Mail zum Zurücksetzen.",
    askForLink: "Link anfordern",
    arriving: "Du wirst angemeldet",
    inbox: "Posteingang öffnen",
    inboxText: "Nachrichten dieses Servers landen in seinem eigenen Posteingang.",
  },

  consent: {
    title: "Woanders anmelden",
    heading: (name) => `Soll ${name} dich anmelden dürfen?`,
    unnamed: "eine Anwendung ohne Namen",
    who: "Du bist hier als",
    guest: "Gast",
    may: "Sie kann dann",
    account: "dein Konto sehen: deinen Namen, deine Adressen und wie du dich anmeldest",
    scopes: {
      openid: "wissen, dass du es bist, wann immer du kommst",
      profile: "deinen Namen und dein Bild sehen",
      email: "deine E-Mail-Adresse sehen",
      phone: "deine Telefonnummer sehen",
      offline_access: "weitermachen, während du weg bist",
    },
    goesTo: "Deine Antwort geht an",
    hint: "Erlaube es nur, wenn du diese Adresse kennst und gerade von dort kommst.",
    allow: "Erlauben",
    deny: "Ablehnen",
    leaving: "Du wirst zurückgeleitet.",
    goOn: "Nichts passiert? Hier weiter",
    noneTitle: "Es liegt keine Anfrage vor",
    none: "Diese Adresse ist unvollständig. Geh zurück zur Anwendung und melde dich dort neu an.",
    overTitle: "Diese Anfrage ist vorbei",
    over: "Sie wurde beantwortet, ist älter als zehn Minuten oder wurde von jemand anderem geöffnet. Geh zurück zur Anwendung und melde dich dort neu an.",
    offTitle: "Nicht verfügbar",
    off: "Dieser Server erlaubt keiner anderen Anwendung, jemanden anzumelden.",
    failedTitle: "Die Anfrage wurde nicht geladen",
  },

  nav: {
    label: "Hauptmenü",
    notes: "Notizen",
    account: "Konto",
    signOut: "Abmelden",
  },

  offline: {
    text: "Du bist offline. Du siehst den letzten geladenen Stand; Änderungen brauchen eine Verbindung.",
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
    emptyText: "Ein Gedanke, eine Liste, ein Satz zum Behalten. Nur du kannst sie lesen.",
    writeFirst: "Notiz schreiben",
    nothingFoundTitle: (text) => `Nichts passt zu „${text}“`,
    nothingFoundText: "Gesucht wird nach allen Wörtern, in Titeln und Texten.",
    failedTitle: "Deine Notizen wurden nicht geladen",
    retrying: "Noch keine Antwort. Neuer Versuch läuft.",
    stale: "Diese Liste ist vielleicht veraltet: Das letzte Aktualisieren ist fehlgeschlagen.",
    found: (count, written) => `${written} ${notes(count)} gefunden`,
    removed: (title) => `„${title}“ gelöscht`,
    restored: (title) => `„${title}“ ist wieder da`,
    undo: "Rückgängig",
    saved: "Notiz gespeichert",
    exported: (count, written) => `${written} ${notes(count)} exportiert`,
    failed: {
      pin: "Das Anheften wurde nicht geändert.",
      remove: "Die Notiz wurde nicht gelöscht.",
      restore: "Die Notiz konnte nicht zurückgeholt werden.",
      export: "Der Export ist fehlgeschlagen.",
    },
    statistics: {
      label: "Statistik",
      total: notes,
      pinned: "angeheftet",
      thisWeek: "diese Woche bearbeitet",
      words: (count) => (count === 1 ? "Wort" : "Wörter"),
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
    pin: "Oben halten",
    save: "Speichern",
    saving: "Wird gespeichert",
    cancel: "Abbrechen",
    blank: "Schreib zuerst einen Titel oder etwas Text.",
    draftKept: "Diesen Text hattest du noch nicht gespeichert.",
    discardDraft: "Verwerfen",
    missingTitle: "Diese Notiz gibt es nicht",
    missingText: "Sie wurde gelöscht oder gehört jemand anderem.",
    failedTitle: "Die Notiz wurde nicht geladen",
    tooLong: (over) => `${over} Zeichen zu viel.`,
    shortcut: "Strg + Eingabe speichert",
  },

  account: {
    title: "Konto",
    back: "Zurück zu den Notizen",
    applications: {
      title: "Anwendungen",
      text: "Sie dürfen dich anmelden und hier als du handeln.",
      since: (when) => `Erlaubt am ${when}`,
      takeBack: "Zurücknehmen",
      takeBackFrom: (name) => `Zurücknehmen: ${name}`,
      done: (name) => `${name} darf dich nicht mehr anmelden.`,
    },
    who: {
      title: "Du",
      since: "Dabei seit",
      lastSignIn: "Letzte Anmeldung",
      id: "Benutzer-ID",
    },
  },

  passwordUpdated: "Dein Passwort wurde geändert.",
};
