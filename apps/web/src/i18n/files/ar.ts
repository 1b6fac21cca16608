import type { FileTexts } from "./en.ts";

const plural = new Intl.PluralRules("ar");
/** Isolates text of unknown direction (U+2068 to U+2069), so that it does not reorder the sentence around it. */
const isolate = (text: string) => `\u2068${text}\u2069`;
const quote = (name: string) => `«${isolate(name)}»`;

/**
 * Returns a number of files as part of a sentence. For one and two, Arabic uses a form of the noun without a number.
 */
const someFiles = (count: number, formatted: string): string => {
  if (count === 1) return "ملف واحد";
  if (count === 2) return "ملفين";
  return `${formatted} ${plural.select(count) === "few" ? "ملفات" : "ملفًا"}`;
};

/** The texts about files in Arabic, Modern Standard. */
export const ar: FileTexts = {
  picture: {
    choose: "اختيار صورة",
    change: "تغيير الصورة",
    remove: "إزالة الصورة",
    hint: (size) => `تُقص الصورة إلى مربّع، وتُزال بيانات الموقع. حجم الملف حتى ${isolate(size)}.`,
    unreadable: "هذا الملف ليس صورة مدعومة. اختر ملفًا بصيغة JPEG أو PNG أو WebP.",
    tooLarge: (size) => `حجم هذا الملف أكبر من ${isolate(size)}. اختر ملفًا أصغر.`,
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
      `اختر ملفات من أي نوع أو أفلتها هنا أو ألصقها: حتى ${count} ملفًا، حجم كل منها حتى ${isolate(size)}.`,
    dropHere: "أفلت الملفات هنا",
    failed: "تعذّر تحميل المرفقات.",
    waits: "سيُرفع عند الحفظ",
    queued: "في قائمة الانتظار",
    offline: "ينتظر الاتصال",
    progress: (name) => `رفع ${quote(name)}`,
    uploaded: (percent) => `تم رفع ${isolate(percent)}`,
    cancel: (name) => `إلغاء رفع ${quote(name)}`,
    retry: (name) => `إعادة محاولة ${quote(name)}`,
    dismiss: (name) => `تجاهل ${quote(name)}`,
    show: (name) => `عرض ${quote(name)}`,
    download: (name) => `تنزيل ${quote(name)}`,
    remove: (name) => `إزالة ${quote(name)}`,
    added: (count, formatted) => `تم إرفاق ${someFiles(count, formatted)}`,
    ask: (name) => `هل تريد إزالة ${quote(name)} نهائيًا؟`,
    yes: "إزالة",
    keep: "إلغاء",
    removed: (name) => `تمت إزالة ${quote(name)}`,
    notRemoved: (name) => `تعذّرت إزالة ${quote(name)}.`,
    notFetched: (name) => `تعذّر تنزيل ${quote(name)}.`,
    notUploaded: "لم ينجح الرفع.",
    tooLarge: (size) => `أكبر من ${isolate(size)}.`,
    empty: "هذا الملف فارغ.",
    tooMany: (count) => `الحد الأقصى للملاحظة الواحدة: ${isolate(count)} ملفًا.`,
  },
};
