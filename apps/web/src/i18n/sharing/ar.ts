import type { SharingTexts } from "./en.ts";

const plural = new Intl.PluralRules("ar");
/** Isolates text of unknown direction (U+2068 to U+2069), so that it does not reorder the sentence around it. */
const isolate = (text: string) => `\u2068${text}\u2069`;
const quote = (text: string) => `«${isolate(text)}»`;

/** The texts about shared notes in Arabic, Modern Standard. */
export const ar: SharingTexts = {
  sharedBy: (address) => `شاركها ${isolate(address)}`,
  sharedWith: (count, formatted) => {
    if (count === 1) return "مشتركة مع شخص واحد";
    if (count === 2) return "مشتركة مع شخصين";
    return `مشتركة مع ${formatted} ${plural.select(count) === "few" ? "أشخاص" : "شخصًا"}`;
  },
  leave: (title) => `مغادرة ${quote(title)}`,
  left: (title) => `غادرت ${quote(title)}`,
  notLeft: "تعذّرت مغادرة الملاحظة.",

  share: {
    title: "مشاركة",
    hint: "يمكن لصاحب هذا البريد الإلكتروني قراءة الملاحظة وتعديل نصها بعد قبول الدعوة.",
    address: "البريد الإلكتروني",
    add: "مشاركة",
    adding: "جارٍ المشاركة",
    listLabel: "مشتركة مع",
    added: (address) => `تمت المشاركة مع ${isolate(address)}`,
    remove: (address) => `إيقاف المشاركة مع ${isolate(address)}`,
    removed: (address) => `لم تعد مشتركة مع ${isolate(address)}`,
    notAdded: "تعذّرت مشاركة الملاحظة.",
    notRemoved: "تعذّر إيقاف مشاركة الملاحظة.",
    noAddress: "أدخل بريدًا إلكترونيًا كاملًا.",
    own: "هذا بريدك الإلكتروني أنت.",
    tooMany: (max) => `أقصى عدد من العناوين التي تُشارك معها الملاحظة: ${max}.`,
  },

  invitations: {
    link: "مشتركة معك",
    open: (count, formatted) => {
      if (count === 1) return "دعوة واحدة";
      if (count === 2) return "دعوتان";
      return `${formatted} ${plural.select(count) === "few" ? "دعوات" : "دعوة"}`;
    },
    title: "مشتركة معك",
    heading: "الدعوات",
    hint: "لا يعلم المرسل أنك رفضت أو حظرت.",
    none: "لا توجد دعوات مفتوحة.",
    from: (address, title) => `شارك ${isolate(address)} معك ${quote(title)}.`,
    accept: "قبول",
    acceptOne: (title) => `قبول ${quote(title)}`,
    accepted: (title) => `قبلت ${quote(title)}، وهي الآن بين ملاحظاتك.`,
    decline: "رفض",
    declineOne: (title) => `رفض ${quote(title)}`,
    declined: (title) => `رفضت ${quote(title)}.`,
    block: "حظر",
    blockOne: (address) => `حظر ${isolate(address)}`,
    blocked: (address) => `حظرت ${isolate(address)}، ولن يظهر لك شيء مما يشاركه معك.`,
    failed: "تعذّر حفظ إجابتك.",
    notLoaded: "تعذّر تحميل دعواتك.",

    notes: "ملاحظات يشاركها آخرون معك",
    noNotes: "لم يشارك أحد ملاحظة معك بعد.",
    all: "تحديد الكل",
    leaveMany: (count, formatted) => {
      if (count === 1) return "مغادرة ملاحظة واحدة";
      if (count === 2) return "مغادرة ملاحظتين";
      return `مغادرة ${formatted} ${plural.select(count) === "few" ? "ملاحظات" : "ملاحظة"}`;
    },
    leaveNone: "مغادرة ملاحظات",
    selectFirst: "حدّد الملاحظات التي تريد مغادرتها.",
    leftMany: (count, formatted) => {
      if (count === 1) return "غادرت ملاحظة واحدة.";
      if (count === 2) return "غادرت ملاحظتين.";
      return `غادرت ${formatted} ${plural.select(count) === "few" ? "ملاحظات" : "ملاحظة"}.`;
    },
    notLeftMany: "تعذّرت مغادرة الملاحظات.",

    blockedHeading: "المحظورون",
    unblock: "إلغاء الحظر",
    unblockOne: (address) => `إلغاء الحظر عن ${isolate(address)}`,
    unblocked: (address) => `ألغيت الحظر عن ${isolate(address)}.`,
    notUnblocked: "تعذّر إلغاء حظر هذا الشخص.",
  },

  alsoHere: (people) => `هنا أيضًا: ${isolate(people)}`,
  somebody: "شخص ما",

  changed: {
    followed: "عُدّلت هذه الملاحظة للتو في مكان آخر. ترى الآن أحدث نسخة.",
    clash: "عُدّلت هذه الملاحظة في مكان آخر وأنت تكتب. ما كتبته محفوظ.",
    theirs: "عرض النسخة الأخرى",
    mine: "الاحتفاظ بنسختي",
    restore: "استعادة ما كتبته",
    gone: "حُذفت هذه الملاحظة أو لم تعد مشتركة معك. احفظ نصك لتحتفظ به في ملاحظة جديدة.",
  },

  connection: {
    lost: "انقطع الاتصال. ستظهر التعديلات من الأماكن الأخرى فور عودته.",
    restored: "عاد الاتصال. كل شيء محدَّث.",
  },
};
