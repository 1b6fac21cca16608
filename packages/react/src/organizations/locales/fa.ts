import type { OrganizationLocale } from "../en.ts";

/** Persian, polite (شما). */
const fa: OrganizationLocale = {
  lang: "fa",
  dir: "rtl",
  organizations: {
    switcher: {
      button_label: "سازمان: {{name}}",
      heading: "سازمان‌ها",
      personal: "حساب شخصی",
      none: "بدون سازمان",
      create: "ایجاد سازمان",
      name_label: "نام سازمان",
      create_button: "ایجاد",
      cancel: "انصراف",
    },
    roles: {
      owner: "مالک",
      admin: "مدیر",
      member: "عضو",
    },
    members: {
      heading: "اعضا",
      text: "افرادی که در {{organization}} کار می‌کنند.",
      you: "شما",
      role_of: "نقش {{name}}",
      role_changed: "نقش {{name}} تغییر کرد.",
      remove: "حذف",
      remove_question: "{{name}} از {{organization}} حذف شود؟",
      removed: "{{name}} حذف شد.",
      leave: "ترک",
      leave_question: "{{organization}} را ترک می‌کنید؟ فقط با دعوت‌نامه‌ای جدید می‌توانید بازگردید.",
      email_label: "نشانی ایمیل",
      role_label: "نقش",
      invite: "دعوت",
      invited: "{{email}} دعوت شد. دعوت‌نامه پس از ورود با این نشانی نمایش داده می‌شود.",
      open_until: "دعوت تا {{date}}",
      revoke: "لغو",
      revoked: "دعوت {{email}} لغو شد.",
      remove_organization: "حذف سازمان",
      remove_organization_question: "{{organization}} و همهٔ محتوای آن برای همهٔ اعضا حذف شود؟",
    },
    invitations: {
      heading: "دعوت‌نامه‌ها",
      invited_by: "دعوت از طرف {{email}}",
      accept: "پذیرفتن",
      decline: "رد کردن",
      accepted: "اکنون عضو {{organization}} هستید.",
      declined: "دعوت {{organization}} را رد کردید.",
    },
    errors: {
      org_already_member: "این شخص از قبل عضو است.",
      org_email: "یک نشانی ایمیل معتبر وارد کنید.",
      org_full: "سازمان به سقف اعضا و دعوت‌های باز رسیده است.",
      org_invitation_over: "این دعوت دیگر معتبر نیست.",
      org_invitation_rate: "دعوت‌های زیادی فرستاده‌اید. یک ساعت دیگر دوباره امتحان کنید.",
      org_last_owner: "سازمان به یک مالک نیاز دارد. ابتدا عضو دیگری را مالک کنید.",
      org_limit: "به سقف تعداد سازمان‌ها رسیده‌اید.",
      org_name: "نامی با حداکثر ۸۰ نویسه وارد کنید.",
      org_no_such_member: "این شخص دیگر عضو نیست.",
      org_not_member: "شما دیگر عضو این سازمان نیستید.",
      org_role: "نقش شما این کار را مجاز نمی‌داند.",
      org_session: "برای استفاده از سازمان‌ها عامل دوم خود را تأیید کنید.",
    },
  },
};

export default fa;
