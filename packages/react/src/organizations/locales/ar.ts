import type { OrganizationLocale } from "../en.ts";

/** Arabic, Modern Standard. */
const ar: OrganizationLocale = {
  lang: "ar",
  dir: "rtl",
  organizations: {
    switcher: {
      button_label: "المؤسسة: {{name}}",
      heading: "المؤسسات",
      personal: "حساب شخصي",
      none: "بلا مؤسسة",
      create: "إنشاء مؤسسة",
      name_label: "اسم المؤسسة",
      create_button: "إنشاء",
      cancel: "إلغاء",
    },
    roles: {
      owner: "مالك",
      admin: "مشرف",
      member: "عضو",
    },
    members: {
      heading: "الأعضاء",
      text: "الأشخاص الذين يعملون في {{organization}}.",
      you: "أنت",
      role_of: "دور {{name}}",
      role_changed: "تم تغيير دور {{name}}.",
      remove: "إزالة",
      remove_question: "هل تريد إزالة {{name}} من {{organization}}؟",
      removed: "تمت إزالة {{name}}.",
      leave: "مغادرة",
      leave_question: "هل تريد مغادرة {{organization}}؟ لن يمكنك العودة إلا بدعوة جديدة.",
      email_label: "البريد الإلكتروني",
      role_label: "الدور",
      invite: "دعوة",
      invited: "تمت دعوة {{email}}. تظهر الدعوة بعد تسجيل الدخول بهذا العنوان.",
      open_until: "الدعوة صالحة حتى {{date}}",
      revoke: "إلغاء الدعوة",
      revoked: "تم إلغاء دعوة {{email}}.",
      remove_organization: "حذف المؤسسة",
      remove_organization_question: "هل تريد حذف {{organization}} وكل محتواها لجميع الأعضاء؟",
    },
    invitations: {
      heading: "الدعوات",
      invited_by: "دعوة من {{email}}",
      accept: "قبول",
      decline: "رفض",
      accepted: "أنت الآن عضو في {{organization}}.",
      declined: "لقد رفضت دعوة {{organization}}.",
    },
    errors: {
      org_already_member: "هذا الشخص عضو بالفعل.",
      org_email: "أدخل عنوان بريد إلكتروني صالحًا.",
      org_full: "بلغت المؤسسة الحد الأقصى من الأعضاء والدعوات المفتوحة.",
      org_invitation_over: "لم تعد هذه الدعوة صالحة.",
      org_invitation_rate: "لقد أرسلت دعوات كثيرة. حاول مجددًا بعد ساعة.",
      org_last_owner: "تحتاج المؤسسة إلى مالك. اجعل عضوًا آخر مالكًا أولًا.",
      org_limit: "لقد بلغت الحد الأقصى من المؤسسات.",
      org_name: "أدخل اسمًا من 80 حرفًا كحد أقصى.",
      org_no_such_member: "لم يعد هذا الشخص عضوًا.",
      org_not_member: "لم تعد عضوًا في هذه المؤسسة.",
      org_role: "دورك لا يسمح بذلك.",
      org_session: "أكّد عاملك الثاني لاستخدام المؤسسات.",
    },
  },
};

export default ar;
