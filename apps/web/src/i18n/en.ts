const plural = new Intl.PluralRules("en");
const notes = (count: number): string => (plural.select(count) === "one" ? "note" : "notes");

/** The application's own texts in English. The texts of the forms are in @portico/react. */
export const en = {
  skipToContent: "Skip to content",
  language: "Language",
  loading: "Loading",
  tryAgain: "Try again",
  close: "Close",
  unreachable: "The server isn't responding. Check your connection and try again.",

  scheme: {
    label: "Color scheme",
    system: "System",
    light: "Light",
    dark: "Dark",
  },

  start: {
    failedTitle: "Portico couldn't start",
    failed:
      "We couldn't load the app's settings from the server. Check your connection and try again.",
    link: {
      title: "Sign in with this link?",
      text: (name: string) =>
        `This link signs you in as ${name}. It wasn't requested in this browser, so continue only if this is your account.`,
      replaces: (name: string) => `You're signed in as ${name}.`,
      accept: "Continue",
      refuse: "Don't use this link",
    },
  },

  crash: {
    title: "Something went wrong",
    text: "This page stopped working. Reload it to continue.",
    reload: "Reload the page",
  },

  missing: {
    title: "Page not found",
    text: "The address may be outdated or mistyped.",
    back: "Go to the home page",
  },

  signIn: {
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
    haveCode: "Have a code? Enter it",
    keepPassword: "Keep my password",
    needLink: "To set a new password, open the link in your reset email.",
    askForLink: "Request a link",
    arriving: "Signing you in",
    inbox: "Open the inbox",
    inboxText: "This server delivers its messages to its own inbox.",
  },

  consent: {
    title: "Authorize application",
    guest: "a guest",
  },

  nav: {
    label: "Main",
    notes: "Notes",
    account: "Account",
  },

  offline: {
    text: "You're offline. You can view what's already loaded, but you need a connection to make changes.",
  },

  notes: {
    title: "Notes",
    new: "New note",
    untitled: "Untitled",
    searchLabel: "Search notes",
    searchPlaceholder: "Search",
    clearSearch: "Clear search",
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
    emptyText: "A thought, a list, a line worth keeping. Only you can read it.",
    writeFirst: "Write a note",
    nothingFoundTitle: (text: string) => `No results for “${text}”`,
    nothingFoundText: "Search matches all of your words, in titles and text.",
    failedTitle: "Your notes didn't load",
    retrying: "No response yet. Trying again…",
    stale: "This list may be out of date. We couldn't refresh it.",
    found: (count: number, formatted: string) => `${formatted} ${notes(count)} found`,
    removed: (title: string) => `“${title}” deleted`,
    restored: (title: string) => `“${title}” restored`,
    undo: "Undo",
    saved: "Note saved",
    exported: (count: number, formatted: string) => `${formatted} ${notes(count)} exported`,
    failed: {
      pin: "We couldn't change the pin.",
      remove: "We couldn't delete the note.",
      restore: "We couldn't restore the note.",
      export: "We couldn't export your notes.",
    },
    statistics: {
      label: "Statistics",
      total: notes,
      pinned: "pinned",
      thisWeek: "edited this week",
      words: (count: number): string => (plural.select(count) === "one" ? "word" : "words"),
    },
    drafts: {
      label: "Drafts",
      new: "New note, not saved",
      mark: "Unsaved changes",
      discard: (title: string) => `Discard the draft “${title}”`,
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
    pin: "Pin to top",
    save: "Save",
    saving: "Saving",
    cancel: "Cancel",
    blank: "Add a title or some text first.",
    draftKept: "We've restored your unsaved text.",
    discardDraft: "Discard",
    startAnother: "Start a new note",
    discarded: "Draft discarded",
    kept: "Your text is kept as a draft on this device",
    missingTitle: "Note not found",
    missingText: "It may have been deleted, or it isn't shared with you.",
    failedTitle: "The note didn't load",
    tooLong: (over: string) => `${over} characters over the limit.`,
    shortcut: "Ctrl + Enter to save",
  },

  account: {
    title: "Account",
    back: "Back to notes",
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
export type Texts = typeof en;
