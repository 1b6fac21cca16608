import type { SharingWords } from "./en.ts";

const plural = new Intl.PluralRules("ar");
/** Isolates text of unknown direction (U+2068 to U+2069), so that it does not reorder the sentence around it. */
const apart = (text: string) => `\u2068${text}\u2069`;
const quoted = (text: string) => `«${apart(text)}»`;

/** The words about shared notes in Arabic, Modern Standard. */
export const ar: SharingWords = {
  sharedBy: (address) => `شاركها ${apart(address)}`,
  sharedWith: (count, formatted) => {
    if (count === 1) return "مشتركة مع شخص واحد";
    if (count === 2) return "مشتركة مع شخصين";
    return `مشتركة مع ${formatted} ${plural.select(count) === "few" ? "أشخاص" : "شخصًا"}`;
  },
  leave: (title) => `مغادرة ${quoted(title)}`,
  left: (title) => `غادرت ${quoted(title)}`,
  notLeft: "تعذّرت مغادرة الملاحظة.",

  share: {
    title: "مشاركة",
    hint: "يمكن لصاحب هذا البريد الإلكتروني قراءة الملاحظة وتعديل نصها بعد قبول الدعوة.",
    address: "البريد الإلكتروني",
    add: "مشاركة",
    adding: "جارٍ المشاركة",
    listLabel: "مشتركة مع",
    added: (address) => `تمت المشاركة مع ${apart(address)}`,
    remove: (address) => `إيقاف المشاركة مع ${apart(address)}`,
    removed: (address) => `لم تعد مشتركة مع ${apart(address)}`,
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
    from: (address, title) => `شارك ${apart(address)} معك ${quoted(title)}.`,
    accept: "قبول",
    acceptOne: (title) => `قبول ${quoted(title)}`,
    accepted: (title) => `قبلت ${quoted(title)}، وهي الآن بين ملاحظاتك.`,
    decline: "رفض",
    declineOne: (title) => `رفض ${quoted(title)}`,
    declined: (title) => `رفضت ${quoted(title)}.`,
    block: "حظر",
    blockOne: (address) => `حظر ${apart(address)}`,
    blocked: (address) => `حظرت ${apart(address)}، ولن يظهر لك شيء مما يشاركه معك.`,
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
    unblockOne: (address) => `إلغاء الحظر عن ${apart(address)}`,
    unblocked: (address) => `ألغيت الحظر عن ${apart(address)}.`,
    notUnblocked: "تعذّر إلغاء حظر هذا الشخص.",
  },

  alsoHere: (people) => `هنا أيضًا: ${apart(people)}`,
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
