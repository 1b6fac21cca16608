import type { OrganizationLocale } from "../en.ts";

/** Japanese, polite (です・ます). */
const ja: OrganizationLocale = {
  lang: "ja",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "組織：{{name}}",
      heading: "組織",
      personal: "個人アカウント",
      none: "組織なし",
      create: "組織を作成",
      name_label: "組織名",
      create_button: "作成",
      cancel: "キャンセル",
    },
    roles: {
      owner: "オーナー",
      admin: "管理者",
      member: "メンバー",
    },
    members: {
      heading: "メンバー",
      text: "{{organization}}で作業する人です。",
      you: "あなた",
      role_of: "{{name}}の役割",
      role_changed: "{{name}}の役割を変更しました。",
      remove: "削除",
      remove_question: "{{name}}を{{organization}}から削除しますか？",
      removed: "{{name}}を削除しました。",
      leave: "退出",
      leave_question: "{{organization}}から退出しますか？戻るには新しい招待が必要です。",
      email_label: "メールアドレス",
      role_label: "役割",
      invite: "招待",
      invited: "{{email}}を招待しました。このアドレスでサインインすると招待が表示されます。",
      open_until: "招待の期限：{{date}}",
      revoke: "取り消す",
      revoked: "{{email}}への招待を取り消しました。",
      remove_organization: "組織を削除",
      remove_organization_question:
        "{{organization}}とその内容を全メンバーについてすべて削除しますか？",
    },
    invitations: {
      heading: "招待",
      invited_by: "{{email}}からの招待",
      accept: "承諾",
      decline: "辞退",
      accepted: "{{organization}}のメンバーになりました。",
      declined: "{{organization}}への招待を辞退しました。",
    },
    errors: {
      org_already_member: "この人はすでにメンバーです。",
      org_email: "有効なメールアドレスを入力してください。",
      org_full: "組織のメンバーと招待の数が上限に達しました。",
      org_invitation_over: "この招待は無効になりました。",
      org_invitation_rate: "招待の送信数が上限に達しました。1時間後にもう一度お試しください。",
      org_last_owner: "組織にはオーナーが必要です。先に別のメンバーをオーナーにしてください。",
      org_limit: "組織の数が上限に達しました。",
      org_name: "80文字以内の名前を入力してください。",
      org_no_such_member: "この人はメンバーではなくなりました。",
      org_not_member: "あなたはこの組織のメンバーではなくなりました。",
      org_role: "あなたの役割では許可されていません。",
      org_session: "組織を使うには第2要素を確認してください。",
    },
  },
};

export default ja;
