import type { OrganizationLocale } from "../en.ts";

/** Chinese in traditional script, as written in Taiwan. */
const zhHant: OrganizationLocale = {
  lang: "zh-Hant",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "組織：{{name}}",
      heading: "組織",
      personal: "個人帳戶",
      none: "無組織",
      create: "建立組織",
      name_label: "組織名稱",
      create_button: "建立",
      cancel: "取消",
    },
    roles: {
      owner: "擁有者",
      admin: "管理員",
      member: "成員",
    },
    members: {
      heading: "成員",
      text: "在{{organization}}中工作的人員。",
      you: "您",
      role_of: "{{name}}的角色",
      role_changed: "已變更{{name}}的角色。",
      remove: "移除",
      remove_question: "要將{{name}}從{{organization}}中移除嗎？",
      removed: "已移除{{name}}。",
      leave: "退出",
      leave_question: "要退出{{organization}}嗎？只有收到新邀請才能返回。",
      email_label: "電子郵件地址",
      role_label: "角色",
      invite: "邀請",
      invited: "已邀請{{email}}。使用此地址登入後會顯示邀請。",
      open_until: "邀請有效期至{{date}}",
      revoke: "撤銷",
      revoked: "已撤銷對{{email}}的邀請。",
      remove_organization: "刪除組織",
      remove_organization_question: "要為所有成員刪除{{organization}}及其全部內容嗎？",
    },
    invitations: {
      heading: "邀請",
      invited_by: "來自{{email}}的邀請",
      accept: "接受",
      decline: "拒絕",
      accepted: "您現在是{{organization}}的成員。",
      declined: "您已拒絕{{organization}}的邀請。",
    },
    errors: {
      org_already_member: "此人已是成員。",
      org_email: "請輸入有效的電子郵件地址。",
      org_full: "組織的成員和待處理邀請已達上限。",
      org_invitation_over: "此邀請已失效。",
      org_invitation_rate: "您已傳送許多邀請。請於一小時後再試。",
      org_last_owner: "組織需要一位擁有者。請先將另一位成員設為擁有者。",
      org_limit: "您的組織數量已達上限。",
      org_name: "請輸入最多 80 個字元的名稱。",
      org_no_such_member: "此人已不再是成員。",
      org_not_member: "您已不再是此組織的成員。",
      org_role: "您的角色不允許此操作。",
      org_session: "請確認第二重驗證以使用組織。",
    },
  },
};

export default zhHant;
