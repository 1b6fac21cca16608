const plural = new Intl.PluralRules("en");

/** The texts about shared notes in English. */
export const en = {
  sharedBy: (address: string) => `Shared by ${address}`,
  sharedWith: (count: number, formatted: string) =>
    plural.select(count) === "one" ? "Shared with 1 person" : `Shared with ${formatted} people`,
  leave: (title: string) => `Leave “${title}”`,
  left: (title: string) => `You left “${title}”`,
  notLeft: "We couldn't remove you from the note.",

  share: {
    title: "Share",
    hint: "The person with this email address can read the note and edit its text after they accept.",
    address: "Email address",
    add: "Share",
    adding: "Sharing",
    listLabel: "Shared with",
    added: (address: string) => `Shared with ${address}`,
    remove: (address: string) => `Stop sharing with ${address}`,
    removed: (address: string) => `No longer shared with ${address}`,
    notAdded: "We couldn't share the note.",
    notRemoved: "We couldn't stop sharing the note.",
    noAddress: "Enter a complete email address.",
    own: "This is your own address.",
    tooMany: (max: string) => `You can share a note with up to ${max} addresses.`,
  },

  invitations: {
    link: "Shared with you",
    open: (count: number, formatted: string) =>
      plural.select(count) === "one" ? "1 invitation" : `${formatted} invitations`,
    title: "Shared with you",
    heading: "Invitations",
    hint: "The sender isn't notified if you decline or block.",
    none: "You have no open invitations.",
    from: (address: string, title: string) => `${address} shared “${title}” with you.`,
    accept: "Accept",
    acceptOne: (title: string) => `Accept “${title}”`,
    accepted: (title: string) => `You accepted “${title}”. It's now in your notes.`,
    decline: "Decline",
    declineOne: (title: string) => `Decline “${title}”`,
    declined: (title: string) => `You declined “${title}”.`,
    block: "Block",
    blockOne: (address: string) => `Block ${address}`,
    blocked: (address: string) => `You blocked ${address}. You won't see anything they share.`,
    failed: "We couldn't save your answer.",
    notLoaded: "Your invitations didn't load.",

    notes: "Notes others share with you",
    noNotes: "No one has shared a note with you.",
    all: "Select all",
    leaveMany: (count: number, formatted: string) =>
      plural.select(count) === "one" ? "Leave 1 note" : `Leave ${formatted} notes`,
    leaveNone: "Leave notes",
    selectFirst: "Select the notes you want to leave.",
    leftMany: (count: number, formatted: string) =>
      plural.select(count) === "one" ? "You left 1 note." : `You left ${formatted} notes.`,
    notLeftMany: "We couldn't remove you from the notes.",

    blockedHeading: "Blocked people",
    unblock: "Unblock",
    unblockOne: (address: string) => `Unblock ${address}`,
    unblocked: (address: string) => `You unblocked ${address}.`,
    notUnblocked: "We couldn't unblock this person.",
  },

  alsoHere: (people: string) => `Also here: ${people}`,
  somebody: "someone",

  changed: {
    followed: "This note was just changed elsewhere. You're seeing the latest version.",
    clash: "This note was changed elsewhere while you were writing. Your text is safe.",
    theirs: "Show the other version",
    mine: "Keep mine",
    restore: "Restore my text",
    gone: "This note was deleted or is no longer shared with you. Save to keep your text as a new note.",
  },

  connection: {
    lost: "Connection lost. Changes made elsewhere will appear when it's back.",
    restored: "Reconnected. Everything is up to date.",
  },
};

/** The texts that every language provides. */
export type SharingTexts = typeof en;
