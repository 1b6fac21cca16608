import type { FileWords } from "./en.ts";

const plural = new Intl.PluralRules("ar");
/** Isolates text of unknown direction (U+2068 to U+2069), so that it does not reorder the sentence around it. */
const apart = (text: string) => `\u2068${text}\u2069`;
const quoted = (name: string) => `«${apart(name)}»`;

/** Returns a number of files as part of a sentence. Arabic says one and two by the form of the noun alone. */
const someFiles = (count: number, formatted: string): string => {
  if (count === 1) return "ملف واحد";
  if (count === 2) return "ملفين";
  return `${formatted} ${plural.select(count) === "few" ? "ملفات" : "ملفًا"}`;
};

/** The words about files in Arabic, Modern Standard. */
export const ar: FileWords = {
  picture: {
    choose: "اختيار صورة",
    change: "تغيير الصورة",
    remove: "إزالة الصورة",
    hint: (size) => `تُقص الصورة إلى مربّع، وتُزال بيانات الموقع. حجم الملف حتى ${apart(size)}.`,
    unreadable: "هذا الملف ليس صورة مدعومة. اختر ملفًا بصيغة JPEG أو PNG أو WebP.",
    tooLarge: (size) => `حجم هذا الملف أكبر من ${apart(size)}. اختر ملفًا أصغر.`,
    saved: "تم حفظ صورتك.",
    removed: "تمت إزالة صورتك.",
    crop: {
      title: "قص الصورة",
      preview: "معاينة",
      hint: "اسحب الصورة أو حرّك أشرطة التمرير.",
      zoom: "التكبير",
      across: "الموضع الأفقي",
      down: "الموضع العمودي",
      cancel: "إلغاء",
      save: "استخدام هذه الصورة",
      saving: "جارٍ الحفظ",
    },
  },

  attachments: {
    title: "المرفقات",
    add: "إرفاق ملفات",
    hint: (count, size) =>
      `اختر ملفات من أي نوع أو أفلتها هنا أو ألصقها: حتى ${count} ملفًا، حجم كل منها حتى ${apart(size)}.`,
    dropHere: "أفلت الملفات هنا",
    failed: "تعذّر تحميل المرفقات.",
    waits: "سيُرفع عند الحفظ",
    queued: "في قائمة الانتظار",
    offline: "ينتظر الاتصال",
    progress: (name) => `رفع ${quoted(name)}`,
    uploaded: (percent) => `تم رفع ${apart(percent)}`,
    cancel: (name) => `إلغاء رفع ${quoted(name)}`,
    retry: (name) => `إعادة محاولة ${quoted(name)}`,
    dismiss: (name) => `تجاهل ${quoted(name)}`,
    show: (name) => `عرض ${quoted(name)}`,
    download: (name) => `تنزيل ${quoted(name)}`,
    remove: (name) => `إزالة ${quoted(name)}`,
    added: (count, formatted) => `تم إرفاق ${someFiles(count, formatted)}`,
    ask: (name) => `هل تريد إزالة ${quoted(name)} نهائيًا؟`,
    yes: "إزالة",
    keep: "إلغاء",
    removed: (name) => `تمت إزالة ${quoted(name)}`,
    notRemoved: (name) => `تعذّرت إزالة ${quoted(name)}.`,
    notFetched: (name) => `تعذّر تنزيل ${quoted(name)}.`,
    notUploaded: "لم ينجح الرفع.",
    tooLarge: (size) => `أكبر من ${apart(size)}.`,
    empty: "هذا الملف فارغ.",
    tooMany: (count) => `الحد الأقصى للملاحظة الواحدة: ${apart(count)} ملفًا.`,
  },
};
