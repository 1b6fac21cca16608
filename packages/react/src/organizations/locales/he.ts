import type { OrganizationLocale } from "../en.ts";

/** Hebrew, in gender-neutral wording. */
const he: OrganizationLocale = {
  lang: "he",
  dir: "rtl",
  organizations: {
    switcher: {
      button_label: "ארגון: {{name}}",
      heading: "ארגונים",
      personal: "חשבון אישי",
      none: "ללא ארגון",
      create: "יצירת ארגון",
      name_label: "שם הארגון",
      create_button: "יצירה",
      cancel: "ביטול",
    },
    roles: {
      owner: "בעלים",
      admin: "מנהל",
      member: "חבר",
    },
    members: {
      heading: "חברים",
      text: "האנשים שעובדים ב־{{organization}}.",
      you: "אני",
      role_of: "התפקיד של {{name}}",
      role_changed: "התפקיד של {{name}} שונה.",
      remove: "הסרה",
      remove_question: "להסיר את {{name}} מ־{{organization}}?",
      removed: "{{name}} הוסר.",
      leave: "עזיבה",
      leave_question: "לעזוב את {{organization}}? אפשר לחזור רק עם הזמנה חדשה.",
      email_label: "כתובת אימייל",
      role_label: "תפקיד",
      invite: "הזמנה",
      invited: "נשלחה הזמנה אל {{email}}. ההזמנה מופיעה לאחר התחברות עם כתובת זו.",
      open_until: "ההזמנה בתוקף עד {{date}}",
      revoke: "ביטול ההזמנה",
      revoked: "ההזמנה של {{email}} בוטלה.",
      remove_organization: "מחיקת הארגון",
      remove_organization_question: "למחוק את {{organization}} ואת כל התוכן שלו עבור כל החברים?",
    },
    invitations: {
      heading: "הזמנות",
      invited_by: "הזמנה מאת {{email}}",
      accept: "אישור",
      decline: "דחייה",
      accepted: "הצטרפת אל {{organization}}.",
      declined: "דחית את ההזמנה של {{organization}}.",
    },
    errors: {
      org_already_member: "האדם הזה כבר חבר.",
      org_email: "יש להזין כתובת אימייל תקינה.",
      org_full: "הארגון הגיע למכסת החברים וההזמנות הפתוחות.",
      org_invitation_over: "ההזמנה הזו כבר אינה בתוקף.",
      org_invitation_rate: "שלחת הזמנות רבות. אפשר לנסות שוב בעוד שעה.",
      org_last_owner: "לארגון נדרש בעלים. יש להפוך תחילה חבר אחר לבעלים.",
      org_limit: "הגעת למכסת הארגונים.",
      org_name: "יש להזין שם באורך של עד 80 תווים.",
      org_no_such_member: "האדם הזה כבר אינו חבר.",
      org_not_member: "כבר אין לך חברות בארגון הזה.",
      org_role: "התפקיד שלך אינו מאפשר זאת.",
      org_session: "יש לאשר את הגורם השני כדי להשתמש בארגונים.",
    },
  },
};

export default he;
