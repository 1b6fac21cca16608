const plural = new Intl.PluralRules("en");
const notes = (count: number): string => (plural.select(count) === "one" ? "note" : "notes");

/** The application's own words in English. The forms' words are @portico/react's. */
export const en = {
  skipToContent: "Skip to content",
  language: "Language",
  loading: "Loading",
  tryAgain: "Try again",
  close: "Close",
  unreachable: "The server did not answer as it should. Check your connection, then try again.",

  scheme: {
    label: "Colour scheme",
    system: "System",
    light: "Light",
    dark: "Dark",
  },

  start: {
    failedTitle: "Portico could not start",
    failed: "The server did not say where its data live. Check your connection, then try again.",
  },

  crash: {
    title: "Something went wrong",
    text: "This page stopped working. Your notes are safe.",
    reload: "Load the page again",
  },

  missing: {
    title: "There is no such page",
    text: "The address may be old, or mistyped.",
    back: "Go to the start",
  },

  door: {
    tagline: "A quiet place for your notes",
    titles: {
      sign_in: "Sign in",
      sign_up: "Create an account",
      magic_link: "Sign in by email",
      forgotten_password: "Reset your password",
      update_password: "Set a new password",
      verify_otp: "Enter your code",
    },
    confirm: "Confirm",
    theInbox: "the inbox",
    secondStep: "One more step",
    haveCode: "Have a code? Type it",
    keepPassword: "Keep my password",
    needLink: "This form works from the link in a reset email.",
    askForLink: "Ask for a link",
    arriving: "Signing you in",
    inbox: "Open the inbox",
    inboxText: "Messages of this server land in its own inbox.",
  },

  consent: {
    title: "Sign in elsewhere",
    heading: (name: string) => `Let ${name} sign you in?`,
    unnamed: "an application without a name",
    who: "You are here as",
    guest: "a guest",
    may: "It will be able to",
    account: "see your account: your name, your addresses, and how you sign in",
    scopes: {
      openid: "know that it is you, whenever you come",
      profile: "see your name and picture",
      email: "see your email address",
      phone: "see your phone number",
      offline_access: "go on while you are away",
    },
    goesTo: "Your answer goes to",
    hint: "Allow it only if you know this address, and came from there just now.",
    allow: "Allow",
    deny: "Deny",
    leaving: "Taking you back.",
    goOn: "Nothing happens? Go on here",
    noneTitle: "Nobody asks for anything",
    none: "This address is not complete. Go back to the application, and sign in there again.",
    overTitle: "This request is over",
    over: "It was answered, is more than ten minutes old, or was opened by somebody else. Go back to the application, and sign in there again.",
    offTitle: "Not available",
    off: "This server lets no other application sign people in.",
    failedTitle: "The request did not load",
  },

  nav: {
    label: "Main",
    notes: "Notes",
    account: "Account",
    signOut: "Sign out",
  },

  offline: {
    text: "You are offline. You see what was loaded last; changing it needs a connection.",
  },

  notes: {
    title: "Notes",
    new: "New note",
    untitled: "Untitled",
    searchLabel: "Search notes",
    searchPlaceholder: "Search",
    clearSearch: "Clear the search",
    sortLabel: "Sort by",
    sorts: {
      changed: "Last edited",
      created: "Newest",
      heading: "Title",
    },
    exportCsv: "Export CSV",
    exporting: "Exporting",
    listLabel: "Your notes",
    edited: (when: string) => `Edited ${when}`,
    pin: (title: string) => `Pin “${title}”`,
    unpin: (title: string) => `Unpin “${title}”`,
    remove: (title: string) => `Delete “${title}”`,
    emptyTitle: "Your first note goes here",
    emptyText: "A thought, a list, a sentence that you want to keep. Only you can read it.",
    writeFirst: "Write a note",
    nothingFoundTitle: (text: string) => `Nothing matches “${text}”`,
    nothingFoundText: "Search looks for all of your words, in titles and in text.",
    failedTitle: "Your notes did not load",
    retrying: "No answer yet. Trying again.",
    stale: "This list may be out of date: the last attempt to refresh it failed.",
    found: (count: number, written: string) => `${written} ${notes(count)} found`,
    removed: (title: string) => `“${title}” deleted`,
    restored: (title: string) => `“${title}” is back`,
    undo: "Undo",
    saved: "Note saved",
    exported: (count: number, written: string) => `${written} ${notes(count)} exported`,
    failed: {
      pin: "The pin was not changed.",
      remove: "The note was not deleted.",
      restore: "The note could not be brought back.",
      export: "The export failed.",
    },
    statistics: {
      label: "Statistics",
      total: notes,
      pinned: "pinned",
      thisWeek: "edited this week",
      words: (count: number): string => (plural.select(count) === "one" ? "word" : "words"),
    },
    pages: {
      label: "Pages",
      previous: "Previous",
      next: "Next",
      range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    },
  },

  editor: {
    newTitle: "New note",
    editTitle: "Edit note",
    title: "Title",
    titlePlaceholder: "Title",
    body: "Text",
    bodyPlaceholder: "Write something",
    pin: "Keep at the top",
    save: "Save",
    saving: "Saving",
    cancel: "Cancel",
    blank: "Write a title or some text first.",
    draftKept: "This is text that you had not saved.",
    discardDraft: "Discard it",
    missingTitle: "This note does not exist",
    missingText: "It was deleted, or it belongs to somebody else.",
    failedTitle: "The note did not load",
    tooLong: (over: string) => `${over} characters too many.`,
    shortcut: "Ctrl + Enter saves",
  },

  account: {
    title: "Account",
    back: "Back to notes",
    applications: {
      title: "Applications",
      text: "They may sign you in, and act here as you.",
      since: (when: string) => `Allowed on ${when}`,
      takeBack: "Take back",
      takeBackFrom: (name: string) => `Take back from ${name}`,
      done: (name: string) => `${name} may no longer sign you in.`,
    },
    who: {
      title: "You",
      since: "Member since",
      lastSignIn: "Last sign-in",
      id: "User ID",
    },
  },

  passwordUpdated: "Your password has been updated",
};

/** The texts that every language provides. */
export type Words = typeof en;
