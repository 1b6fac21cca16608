const plural = new Intl.PluralRules("en");
const files = (count: number): string => (plural.select(count) === "one" ? "file" : "files");

/** The texts about files in English: profile pictures and attachments. */
export const en = {
  picture: {
    choose: "Choose a picture",
    change: "Change the picture",
    remove: "Remove the picture",
    hint: (size: string) => `Cropped to a square; location data is removed. Files up to ${size}.`,
    unreadable: "This file isn't a supported picture. Choose a JPEG, PNG, or WebP file.",
    tooLarge: (size: string) => `This file is larger than ${size}. Choose a smaller one.`,
    saved: "Your picture has been saved.",
    removed: "Your picture has been removed.",
    crop: {
      title: "Crop the picture",
      preview: "Preview",
      hint: "Drag the picture or use the sliders.",
      zoom: "Zoom",
      across: "Horizontal position",
      down: "Vertical position",
      cancel: "Cancel",
      save: "Use this picture",
      saving: "Saving",
    },
  },

  attachments: {
    title: "Attachments",
    add: "Add files",
    hint: (count: string, size: string) =>
      `Choose, drop, or paste up to ${count} files of any type, ${size} each.`,
    dropHere: "Drop files here",
    failed: "The attachments didn't load.",
    waits: "Uploads when you save",
    queued: "Queued",
    offline: "Waiting for a connection",
    progress: (name: string) => `Uploading “${name}”`,
    uploaded: (percent: string) => `${percent} uploaded`,
    cancel: (name: string) => `Cancel “${name}”`,
    retry: (name: string) => `Try “${name}” again`,
    dismiss: (name: string) => `Dismiss “${name}”`,
    show: (name: string) => `Show “${name}”`,
    download: (name: string) => `Download “${name}”`,
    remove: (name: string) => `Remove “${name}”`,
    added: (count: number, formatted: string) => `${formatted} ${files(count)} attached`,
    ask: (name: string) => `Permanently remove “${name}”?`,
    yes: "Remove",
    keep: "Cancel",
    removed: (name: string) => `“${name}” removed`,
    notRemoved: (name: string) => `We couldn't remove “${name}”.`,
    notFetched: (name: string) => `We couldn't download “${name}”.`,
    notUploaded: "The upload failed.",
    tooLarge: (size: string) => `Larger than ${size}.`,
    empty: "This file is empty.",
    tooMany: (count: string) => `A note can have up to ${count} files.`,
  },
};

/** The texts that every language provides. */
export type FileTexts = typeof en;
