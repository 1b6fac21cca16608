import type { OrganizationLocale } from "../en.ts";

/** Chinese in simplified script, as written in mainland China. */
const zhHans: OrganizationLocale = {
  lang: "zh-Hans",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "组织：{{name}}",
      heading: "组织",
      personal: "个人账户",
      none: "无组织",
      create: "创建组织",
      name_label: "组织名称",
      create_button: "创建",
      cancel: "取消",
    },
    roles: {
      owner: "所有者",
      admin: "管理员",
      member: "成员",
    },
    members: {
      heading: "成员",
      text: "在{{organization}}中工作的人员。",
      you: "您",
      role_of: "{{name}}的角色",
      role_changed: "已更改{{name}}的角色。",
      remove: "移除",
      remove_question: "要将{{name}}从{{organization}}中移除吗？",
      removed: "已移除{{name}}。",
      leave: "退出",
      leave_question: "要退出{{organization}}吗？只有收到新邀请才能返回。",
      email_label: "邮箱地址",
      role_label: "角色",
      invite: "邀请",
      invited: "已邀请{{email}}。使用此地址登录后会显示邀请。",
      open_until: "邀请有效期至{{date}}",
      revoke: "撤销",
      revoked: "已撤销对{{email}}的邀请。",
      remove_organization: "删除组织",
      remove_organization_question: "要为所有成员删除{{organization}}及其全部内容吗？",
    },
    invitations: {
      heading: "邀请",
      invited_by: "来自{{email}}的邀请",
      accept: "接受",
      decline: "拒绝",
      accepted: "您现在是{{organization}}的成员。",
      declined: "您已拒绝{{organization}}的邀请。",
    },
    errors: {
      org_already_member: "此人已是成员。",
      org_email: "请输入有效的邮箱地址。",
      org_full: "组织的成员和待处理邀请已达上限。",
      org_invitation_over: "此邀请已失效。",
      org_invitation_rate: "您已发送许多邀请。请一小时后重试。",
      org_last_owner: "组织需要一位所有者。请先将另一位成员设为所有者。",
      org_limit: "您的组织数量已达上限。",
      org_name: "请输入最多 80 个字符的名称。",
      org_no_such_member: "此人已不再是成员。",
      org_not_member: "您已不再是此组织的成员。",
      org_role: "您的角色不允许此操作。",
      org_session: "请确认第二重验证以使用组织。",
    },
  },
};

export default zhHans;
