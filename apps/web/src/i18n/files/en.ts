const plural = new Intl.PluralRules("en");
const files = (count: number): string => (plural.select(count) === "one" ? "file" : "files");

/** The words about files in English: pictures of people, and attachments of notes. */
export const en = {
  picture: {
    choose: "Choose a picture",
    change: "Change the picture",
    remove: "Remove the picture",
    hint: (size: string) =>
      `A square of it is kept, and nothing of where it was taken. Files up to ${size}.`,
    unreadable: "This file is no picture that can be shown here. Choose a JPEG, a PNG or a WebP.",
    tooLarge: (size: string) => `This file is larger than ${size}. Choose a smaller one.`,
    saved: "Your picture has been saved.",
    removed: "Your picture has been removed.",
    crop: {
      title: "Crop the picture",
      preview: "The part that is kept",
      hint: "Drag the picture, or move the sliders.",
      zoom: "Zoom",
      across: "Left to right",
      down: "Top to bottom",
      cancel: "Cancel",
      save: "Use this picture",
      saving: "Saving",
    },
  },

  attachments: {
    title: "Attachments",
    add: "Add files",
    hint: (count: string, size: string) =>
      `Choose, drop or paste up to ${count} files of any type, ${size} each.`,
    dropHere: "Drop the files here",
    failed: "The attachments did not load.",
    waits: "Will be added when you save",
    queued: "Waiting its turn",
    offline: "Waits for a connection",
    progress: (name: string) => `Upload of “${name}”`,
    uploaded: (percent: string) => `${percent} uploaded`,
    cancel: (name: string) => `Cancel “${name}”`,
    retry: (name: string) => `Try “${name}” again`,
    dismiss: (name: string) => `Leave “${name}” out`,
    show: (name: string) => `Show “${name}”`,
    download: (name: string) => `Download “${name}”`,
    remove: (name: string) => `Remove “${name}”`,
    added: (count: number, written: string) => `${written} ${files(count)} attached`,
    ask: (name: string) => `Remove “${name}” for good?`,
    yes: "Remove",
    keep: "Keep it",
    removed: (name: string) => `“${name}” removed`,
    notRemoved: (name: string) => `“${name}” was not removed.`,
    notFetched: (name: string) => `“${name}” could not be fetched.`,
    notUploaded: "The upload failed.",
    tooLarge: (size: string) => `Larger than ${size}.`,
    empty: "There is nothing in this file.",
    tooMany: (count: string) => `A note has room for ${count} files.`,
  },
};

/** The texts that every language provides. */
export type FileWords = typeof en;
