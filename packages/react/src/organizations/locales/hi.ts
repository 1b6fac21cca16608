import type { OrganizationLocale } from "../en.ts";

/** Hindi, polite (आप). */
const hi: OrganizationLocale = {
  lang: "hi",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "संगठन: {{name}}",
      heading: "संगठन",
      personal: "व्यक्तिगत खाता",
      none: "कोई संगठन नहीं",
      create: "संगठन बनाएँ",
      name_label: "संगठन का नाम",
      create_button: "बनाएँ",
      cancel: "रद्द करें",
    },
    roles: {
      owner: "स्वामी",
      admin: "व्यवस्थापक",
      member: "सदस्य",
    },
    members: {
      heading: "सदस्य",
      text: "{{organization}} में काम करने वाले लोग।",
      you: "आप",
      role_of: "{{name}} की भूमिका",
      role_changed: "{{name}} की भूमिका बदल दी गई।",
      remove: "हटाएँ",
      remove_question: "{{name}} को {{organization}} से हटाएँ?",
      removed: "{{name}} को हटा दिया गया।",
      leave: "छोड़ें",
      leave_question: "{{organization}} छोड़ें? आप केवल नए आमंत्रण से लौट सकते हैं।",
      email_label: "ईमेल पता",
      role_label: "भूमिका",
      invite: "आमंत्रित करें",
      invited: "{{email}} को आमंत्रित किया गया। इस पते से साइन इन करने पर आमंत्रण दिखता है।",
      open_until: "{{date}} तक आमंत्रित",
      revoke: "वापस लें",
      revoked: "{{email}} का आमंत्रण वापस ले लिया गया।",
      remove_organization: "संगठन मिटाएँ",
      remove_organization_question: "सभी सदस्यों के लिए {{organization}} और उसकी सारी सामग्री मिटाएँ?",
    },
    invitations: {
      heading: "आमंत्रण",
      invited_by: "{{email}} का आमंत्रण",
      accept: "स्वीकार करें",
      decline: "अस्वीकार करें",
      accepted: "अब आप {{organization}} के सदस्य हैं।",
      declined: "आपने {{organization}} का आमंत्रण अस्वीकार कर दिया।",
    },
    errors: {
      org_already_member: "यह व्यक्ति पहले से सदस्य है।",
      org_email: "मान्य ईमेल पता दर्ज करें।",
      org_full: "संगठन सदस्यों और खुले आमंत्रणों की सीमा तक पहुँच गया है।",
      org_invitation_over: "यह आमंत्रण अब मान्य नहीं है।",
      org_invitation_rate: "आपने बहुत से आमंत्रण भेजे हैं। एक घंटे बाद फिर कोशिश करें।",
      org_last_owner: "संगठन को एक स्वामी चाहिए। पहले किसी और सदस्य को स्वामी बनाएँ।",
      org_limit: "आप संगठनों की सीमा तक पहुँच गए हैं।",
      org_name: "अधिकतम 80 वर्णों का नाम दर्ज करें।",
      org_no_such_member: "यह व्यक्ति अब सदस्य नहीं है।",
      org_not_member: "आप अब इस संगठन के सदस्य नहीं हैं।",
      org_role: "आपकी भूमिका इसकी अनुमति नहीं देती।",
      org_session: "संगठनों का उपयोग करने के लिए अपना दूसरा कारक पुष्टि करें।",
    },
  },
};

export default hi;
