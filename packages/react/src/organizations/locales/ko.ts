import type { OrganizationLocale } from "../en.ts";

/** Korean, polite. */
const ko: OrganizationLocale = {
  lang: "ko",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "조직: {{name}}",
      heading: "조직",
      personal: "개인 계정",
      none: "조직 없음",
      create: "조직 만들기",
      name_label: "조직 이름",
      create_button: "만들기",
      cancel: "취소",
    },
    roles: {
      owner: "소유자",
      admin: "관리자",
      member: "구성원",
    },
    members: {
      heading: "구성원",
      text: "{{organization}}에서 일하는 사람들입니다.",
      you: "나",
      role_of: "{{name}}의 역할",
      role_changed: "{{name}}의 역할이 변경되었습니다.",
      remove: "내보내기",
      remove_question: "{{organization}}에서 {{name}}을(를) 내보낼까요?",
      removed: "{{name}}을(를) 내보냈습니다.",
      leave: "나가기",
      leave_question: "{{organization}}에서 나갈까요? 새 초대를 받아야만 돌아올 수 있습니다.",
      email_label: "이메일 주소",
      role_label: "역할",
      invite: "초대",
      invited: "{{email}}을(를) 초대했습니다. 이 주소로 로그인하면 초대가 표시됩니다.",
      open_until: "초대 만료일: {{date}}",
      revoke: "취소하기",
      revoked: "{{email}}에 대한 초대가 취소되었습니다.",
      remove_organization: "조직 삭제",
      remove_organization_question:
        "모든 구성원에게서 {{organization}}과(와) 그 안의 모든 내용을 삭제할까요?",
    },
    invitations: {
      heading: "초대",
      invited_by: "{{email}}의 초대",
      accept: "수락",
      decline: "거절",
      accepted: "이제 {{organization}}의 구성원입니다.",
      declined: "{{organization}}의 초대를 거절했습니다.",
    },
    errors: {
      org_already_member: "이 사람은 이미 구성원입니다.",
      org_email: "올바른 이메일 주소를 입력하세요.",
      org_full: "조직의 구성원과 대기 중인 초대가 한도에 도달했습니다.",
      org_invitation_over: "이 초대는 더 이상 유효하지 않습니다.",
      org_invitation_rate: "초대를 많이 보냈습니다. 한 시간 후에 다시 시도하세요.",
      org_last_owner: "조직에는 소유자가 필요합니다. 먼저 다른 구성원을 소유자로 지정하세요.",
      org_limit: "조직 한도에 도달했습니다.",
      org_name: "80자 이내의 이름을 입력하세요.",
      org_no_such_member: "이 사람은 더 이상 구성원이 아닙니다.",
      org_not_member: "더 이상 이 조직의 구성원이 아닙니다.",
      org_role: "내 역할로는 할 수 없습니다.",
      org_session: "조직을 사용하려면 두 번째 인증을 확인하세요.",
    },
  },
};

export default ko;
