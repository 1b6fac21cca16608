import type { Texts } from "./en.ts";

const plural = new Intl.PluralRules("ar");
/** Returns a noun in the form that follows a number: Arabic has one for two, one for three to ten, and one for more. */
const noun =
  (item: string, dual: string, few: string) =>
  (count: number): string => {
    const form = plural.select(count);
    return form === "two" ? dual : form === "few" ? few : item;
  };
/** Isolates text of unknown direction (U+2068 to U+2069), so that it does not reorder the sentence around it. */
const isolate = (text: string) => `\u2068${text}\u2069`;
const quote = (text: string) => `«${isolate(text)}»`;

/**
 * Returns a number of notes as the object of a sentence. For one and two, Arabic uses a form of the noun without a
 * number.
 */
const someNotes = (count: number, formatted: string): string => {
  if (count === 0) return "أي ملاحظة";
  if (count === 1) return "ملاحظة واحدة";
  if (count === 2) return "ملاحظتين";
  return `${formatted} ${plural.select(count) === "few" ? "ملاحظات" : "ملاحظة"}`;
};

/** The application's own texts in Arabic, Modern Standard. */
export const ar: Texts = {
  skipToContent: "انتقل إلى المحتوى",
  language: "اللغة",
  loading: "جارٍ التحميل",
  tryAgain: "إعادة المحاولة",
  close: "إغلاق",
  unreachable: "الخادم لا يستجيب. تحقّق من اتصالك بالإنترنت ثم حاول مرة أخرى.",

  scheme: {
    label: "نمط الألوان",
    system: "حسب النظام",
    light: "فاتح",
    dark: "داكن",
  },

  start: {
    failedTitle: "تعذّر تشغيل Portico",
    failed: "تعذّر تحميل الإعدادات من الخادم. تحقّق من اتصالك بالإنترنت ثم حاول مرة أخرى.",
    link: {
      title: "هل تريد تسجيل الدخول بهذا الرابط؟",
      text: (name) =>
        `يسجّل هذا الرابط دخولك باسم ${name}. لم يُطلب من هذا المتصفح، فتابع فقط إذا كان هذا حسابك.`,
      replaces: (name) => `أنت مسجّل الدخول باسم ${name}.`,
      accept: "متابعة",
      refuse: "عدم استخدام هذا الرابط",
    },
  },

  crash: {
    title: "حدث خطأ ما",
    text: "توقفت هذه الصفحة عن العمل. أعد تحميلها للمتابعة.",
    reload: "إعادة تحميل الصفحة",
  },

  missing: {
    title: "الصفحة غير موجودة",
    text: "قد يكون العنوان قديمًا أو فيه خطأ في الكتابة.",
    back: "الانتقال إلى الصفحة الرئيسية",
  },

  signIn: {
    tagline: "مكان هادئ لملاحظاتك",
    titles: {
      sign_in: "تسجيل الدخول",
      sign_up: "إنشاء حساب",
      magic_link: "تسجيل الدخول عبر البريد الإلكتروني",
      forgotten_password: "إعادة تعيين كلمة المرور",
      update_password: "تعيين كلمة مرور جديدة",
      verify_otp: "إدخال الرمز",
    },
    confirm: "تأكيد",
    theInbox: "صندوق الوارد",
    secondStep: "بقيت خطوة واحدة",
    haveCode: "لديك رمز؟ أدخله",
    keepPassword: "الاحتفاظ بكلمة مروري",
    needLink: "لتعيين كلمة مرور جديدة، افتح الرابط الوارد في رسالة إعادة التعيين.",
    askForLink: "طلب رابط",
    arriving: "جارٍ تسجيل دخولك",
    inbox: "فتح صندوق الوارد",
    inboxText: "تصل رسائل هذا الخادم إلى صندوق الوارد الخاص به.",
  },

  consent: {
    title: "منح الإذن لتطبيق",
    guest: "ضيف",
  },

  nav: {
    label: "القائمة الرئيسية",
    notes: "الملاحظات",
    account: "الحساب",
  },

  offline: {
    text: "أنت غير متصل بالإنترنت. يمكنك رؤية ما تم تحميله، لكن التعديل يحتاج إلى اتصال.",
  },

  notes: {
    title: "الملاحظات",
    new: "ملاحظة جديدة",
    untitled: "بلا عنوان",
    searchLabel: "البحث في الملاحظات",
    searchPlaceholder: "بحث",
    clearSearch: "مسح البحث",
    sortLabel: "الترتيب حسب",
    sorts: {
      changed: "آخر تعديل",
      created: "الأحدث",
      heading: "العنوان",
    },
    exportCsv: "تصدير CSV",
    exporting: "جارٍ التصدير",
    listLabel: "ملاحظاتك",
    edited: (when) => `عُدّلت ${when}`,
    pin: (title) => `تثبيت ${quote(title)}`,
    unpin: (title) => `إلغاء تثبيت ${quote(title)}`,
    remove: (title) => `حذف ${quote(title)}`,
    emptyTitle: "هنا مكان ملاحظتك الأولى",
    emptyText: "فكرة أو قائمة أو جملة تريد الاحتفاظ بها. لا يقرؤها أحد سواك.",
    writeFirst: "كتابة ملاحظة",
    nothingFoundTitle: (text) => `لا توجد نتائج لـ${quote(text)}`,
    nothingFoundText: "يشمل البحث كل كلماتك، في العناوين وفي النصوص.",
    failedTitle: "تعذّر تحميل ملاحظاتك",
    retrying: "لا رد بعد. جارٍ إعادة المحاولة…",
    stale: "قد تكون هذه القائمة قديمة. تعذّر تحديثها.",
    found: (count, formatted) =>
      `${count === 0 ? "لم يُعثر على" : "عُثر على"} ${someNotes(count, formatted)}`,
    removed: (title) => `تم حذف ${quote(title)}`,
    restored: (title) => `تمت استعادة ${quote(title)}`,
    undo: "تراجع",
    saved: "تم حفظ الملاحظة",
    exported: (count, formatted) =>
      `${count === 0 ? "لم تُصدَّر" : "تم تصدير"} ${someNotes(count, formatted)}`,
    failed: {
      pin: "تعذّر تغيير التثبيت.",
      remove: "تعذّر حذف الملاحظة.",
      restore: "تعذّرت استعادة الملاحظة.",
      export: "تعذّر تصدير ملاحظاتك.",
    },
    statistics: {
      label: "إحصاءات",
      total: noun("ملاحظة", "ملاحظتان", "ملاحظات"),
      pinned: "مثبّتة",
      thisWeek: "عُدّلت هذا الأسبوع",
      words: noun("كلمة", "كلمتان", "كلمات"),
    },
    drafts: {
      label: "المسودات",
      new: "ملاحظة جديدة غير محفوظة",
      mark: "تغييرات غير محفوظة",
      discard: (title) => `تجاهل المسودة ${quote(title)}`,
    },
    pages: {
      label: "الصفحات",
      previous: "السابق",
      next: "التالي",
      range: (from, to, total) => `${from} إلى ${to} من ${total}`,
    },
  },

  editor: {
    newTitle: "ملاحظة جديدة",
    editTitle: "تعديل الملاحظة",
    title: "العنوان",
    titlePlaceholder: "العنوان",
    body: "النص",
    bodyPlaceholder: "اكتب شيئًا",
    pin: "تثبيت في الأعلى",
    save: "حفظ",
    saving: "جارٍ الحفظ",
    cancel: "إلغاء",
    blank: "اكتب عنوانًا أو نصًا أولًا.",
    draftKept: "استعدنا نصك غير المحفوظ.",
    discardDraft: "تجاهل",
    startAnother: "بدء ملاحظة جديدة",
    discarded: "تم تجاهل المسودة",
    kept: "نصك محفوظ كمسودة على هذا الجهاز",
    missingTitle: "هذه الملاحظة غير موجودة",
    missingText: "ربما حُذفت، أو أنها ليست مشتركة معك.",
    failedTitle: "تعذّر تحميل الملاحظة",
    tooLong: (over) => `عدد الأحرف الزائدة: ${over}.`,
    shortcut: "\u2066Ctrl + Enter\u2069 للحفظ",
  },

  account: {
    title: "الحساب",
    back: "العودة إلى الملاحظات",
    who: {
      title: "أنت",
      since: "عضو منذ",
      lastSignIn: "آخر تسجيل دخول",
      id: "معرّف المستخدم",
    },
  },

  passwordUpdated: "تم تغيير كلمة المرور.",
};
