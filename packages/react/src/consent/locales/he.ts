import type { ConsentLocale } from "../en.ts";

/** Hebrew, in gender-neutral wording. */
const he: ConsentLocale = {
  lang: "he",
  dir: "rtl",
  consent: {
    consent: {
      heading: "לאפשר ל„{{name}}” להכניס אותך?",
      unnamed: "אפליקציה ללא שם",
      signed_in_as: "הכניסה היא בתור",
      guest: "אורח",
      may: "האפליקציה תוכל",
      account: "לראות את החשבון: שם, אימייל, טלפון ודרכי כניסה",
      openid: "לזהות אותך בכל כניסה",
      profile: "לראות את השם ואת התמונה",
      email: "לראות את כתובת האימייל",
      phone: "לראות את מספר הטלפון",
      offline_access: "להישאר מחוברת גם בהיעדרך",
      goes_to: "לאן עוברים",
      hint: "כדאי לאפשר רק אם הכתובת הזו מוכרת והגעת ממנה עכשיו.",
      allow: "אישור",
      deny: "דחייה",
      loading: "טעינה…",
      leaving: "מעבר…",
      continue: "לא עברת? להמשך",
      again: "ניסיון נוסף",
      none_heading: "אין מה לאשר",
      none_text: "הקישור הזה חסר. יש לחזור לאפליקציה ולהיכנס שוב.",
      over_heading: "הבקשה הזו כבר לא תקפה",
      over_text:
        "היא כבר נענתה, עברו יותר מעשר דקות, או שמישהו אחר פתח אותה. יש לחזור לאפליקציה ולהיכנס שוב.",
      off_heading: "לא זמין",
      off_text: "הכניסה לאפליקציות אחרות כבויה בשרת הזה.",
      failed_heading: "הבקשה לא נטענה",
    },
    errors: {
      forbidden_redirect: "פתיחת הכתובת של האפליקציה אינה בטוחה.",
    },
  },
};

export default he;
