import type { OrganizationLocale } from "../en.ts";

/** Turkish, polite (siz); buttons in the plain imperative, as is usual. */
const tr: OrganizationLocale = {
  lang: "tr",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Kuruluş: {{name}}",
      heading: "Kuruluşlar",
      personal: "Kişisel hesap",
      none: "Kuruluş yok",
      create: "Kuruluş oluştur",
      name_label: "Kuruluş adı",
      create_button: "Oluştur",
      cancel: "İptal",
    },
    roles: {
      owner: "Sahip",
      admin: "Yönetici",
      member: "Üye",
    },
    members: {
      heading: "Üyeler",
      text: "{{organization}} içinde çalışan kişiler.",
      you: "Siz",
      role_of: "Rol: {{name}}",
      role_changed: "Rol değiştirildi: {{name}}.",
      remove: "Çıkar",
      remove_question: "{{name}}, {{organization}} kuruluşundan çıkarılsın mı?",
      removed: "{{name}} çıkarıldı.",
      leave: "Ayrıl",
      leave_question:
        "{{organization}} kuruluşundan ayrılsın mı? Yalnızca yeni bir davetle dönebilirsiniz.",
      email_label: "E-posta adresi",
      role_label: "Rol",
      invite: "Davet et",
      invited: "{{email}} davet edildi. Davet, bu adresle oturum açıldıktan sonra görünür.",
      open_until: "Davet bitişi: {{date}}",
      revoke: "Geri al",
      revoked: "{{email}} için davet geri alındı.",
      remove_organization: "Kuruluşu sil",
      remove_organization_question:
        "{{organization}} ve içindeki her şey tüm üyeler için silinsin mi?",
    },
    invitations: {
      heading: "Davetler",
      invited_by: "Davet eden: {{email}}",
      accept: "Kabul et",
      decline: "Reddet",
      accepted: "Artık {{organization}} üyesisiniz.",
      declined: "{{organization}} davetini reddettiniz.",
    },
    errors: {
      org_already_member: "Bu kişi zaten üye.",
      org_email: "Geçerli bir e-posta adresi girin.",
      org_full: "Kuruluş, üye ve açık davet sınırına ulaştı.",
      org_invitation_over: "Bu davet artık geçerli değil.",
      org_invitation_rate: "Çok sayıda davet gönderdiniz. Bir saat sonra yeniden deneyin.",
      org_last_owner: "Bir kuruluşun sahibi olmalıdır. Önce başka bir üyeyi sahip yapın.",
      org_limit: "Kuruluş sınırına ulaştınız.",
      org_name: "En fazla 80 karakterlik bir ad girin.",
      org_no_such_member: "Bu kişi artık üye değil.",
      org_not_member: "Artık bu kuruluşun üyesi değilsiniz.",
      org_role: "Rolünüz buna izin vermiyor.",
      org_session: "Kuruluşları kullanmak için ikinci faktörünüzü onaylayın.",
    },
  },
};

export default tr;
