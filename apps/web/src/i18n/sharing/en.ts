const plural = new Intl.PluralRules("en");

/** The words about shared notes in English. */
export const en = {
  sharedBy: (address: string) => `Shared by ${address}`,
  sharedWith: (count: number, written: string) =>
    plural.select(count) === "one" ? "Shared with 1 person" : `Shared with ${written} people`,
  leave: (title: string) => `Leave “${title}”`,
  left: (title: string) => `You have left “${title}”`,
  notLeft: "You could not leave the note.",

  share: {
    title: "Share",
    hint: "Whoever has this email address can read the note and edit its text once they accept.",
    address: "Email address",
    add: "Share",
    adding: "Sharing",
    listLabel: "Shared with",
    added: (address: string) => `Shared with ${address}`,
    remove: (address: string) => `Stop sharing with ${address}`,
    removed: (address: string) => `No longer shared with ${address}`,
    notAdded: "The note was not shared.",
    notRemoved: "The note is still shared.",
    noAddress: "This is not a complete email address.",
    own: "This is your own address.",
    tooMany: (most: string) => `A note is shared with at most ${most} addresses.`,
  },

  invitations: {
    link: "Shared with you",
    open: (count: number, written: string) =>
      plural.select(count) === "one" ? "1 invitation" : `${written} invitations`,
    title: "Shared with you",
    heading: "Invitations",
    hint: "The sender is not told if you decline or block.",
    none: "You have no open invitations.",
    from: (address: string, title: string) => `${address} shared “${title}” with you.`,
    accept: "Accept",
    acceptOne: (title: string) => `Accept “${title}”`,
    accepted: (title: string) => `You accepted “${title}”. It is in your notes now.`,
    decline: "Decline",
    declineOne: (title: string) => `Decline “${title}”`,
    declined: (title: string) => `You declined “${title}”.`,
    block: "Block",
    blockOne: (address: string) => `Block ${address}`,
    blocked: (address: string) => `You blocked ${address}. Nothing they share with you shows.`,
    failed: "Your answer was not saved.",
    notLoaded: "Your invitations could not be loaded.",

    notes: "Notes others share with you",
    noNotes: "Nobody shares a note with you.",
    all: "Select all",
    leaveMany: (count: number, written: string) =>
      plural.select(count) === "one" ? "Leave 1 note" : `Leave ${written} notes`,
    leaveNone: "Leave notes",
    selectFirst: "Select the notes that you want to leave.",
    leftMany: (count: number, written: string) =>
      plural.select(count) === "one" ? "You have left 1 note." : `You have left ${written} notes.`,
    notLeftMany: "You could not leave the notes.",

    blockedHeading: "Blocked people",
    unblock: "Unblock",
    unblockOne: (address: string) => `Unblock ${address}`,
    unblocked: (address: string) => `You unblocked ${address}.`,
    notUnblocked: "The person is still blocked.",
  },

  here: (people: string) => `Also here: ${people}`,
  somebody: "somebody",

  changed: {
    followed: "This note was just changed elsewhere. You see it as it is now.",
    clash: "This note was changed elsewhere while you were writing. Nothing you wrote is lost.",
    theirs: "Show the other version",
    mine: "Keep mine",
    restore: "Bring back what I wrote",
    gone: "This note was deleted, or is no longer shared with you. Save to keep your text as a new note.",
  },

  connection: {
    lost: "The connection is lost. Changes made elsewhere show again as soon as it is back.",
    mended: "Connected again. You see everything as it is now.",
  },
};

/** The texts that every language provides. */
export type SharingWords = typeof en;
