import type { AroundLocale } from "../words.ts";

/** Korean, polite. */
const ko: AroundLocale = {
  lang: "ko",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "이 작업은 허용되지 않습니다.",
      not_available: "여기서는 사용할 수 없는 기능입니다.",
      gone: "더 이상 존재하지 않습니다.",
      network_changed: "네트워크가 바뀌었습니다. 이 기기에서 다시 시작하세요.",
      code_wrong: "코드가 올바르지 않습니다. 다음 코드를 입력해 보세요.",
      code_needed: "보내 드린 코드를 입력하세요.",
      second_step_needed: "먼저 두 번째 단계로 로그인해 주세요.",
      other_step_needed: "먼저 다른 두 번째 단계를 추가하세요.",
      too_many_steps: "더 추가할 수 없습니다. 먼저 하나를 삭제해 주세요.",
      step_name_taken: "이미 있는 이름입니다. 다른 이름을 선택해 주세요.",
      step_exists: "이미 추가했습니다.",
      last_way_in: "마지막 로그인 방법은 연결을 해제할 수 없습니다.",
      identity_in_conflict: "연결을 해제할 수 없습니다. 이메일 주소가 다른 계정의 것입니다.",
      identity_taken: "이미 다른 계정에 속해 있습니다.",
      robot: "로봇이 아닌지 확인하지 못했습니다. 다시 시도해 주세요.",
      email_refused: "이 주소로는 이메일을 보낼 수 없습니다. 다른 주소를 사용하세요.",
      sso_off: "여기서는 통합 로그인을 사용할 수 없습니다. 다른 방법으로 로그인하세요.",
      sso_unknown: "이 주소에는 통합 로그인이 없습니다. 다른 방법으로 로그인하세요.",
      sso_faulty: "조직의 통합 로그인이 작동하지 않았습니다. 관리자에게 문의하세요.",
      sso_managed: "조직에서 관리하는 항목입니다. 그곳에서 변경하세요.",
    },
    help: {
      resend: "확인 메일 다시 보내기",
      wait: "{{seconds}}초 후에 다시 시도하세요",
      again: "다시 시도",
    },
    passkeys: {
      button_label: "패스키로 로그인",
      cancelled: "기기에서 확인되지 않았습니다. 다시 시도하거나 다른 방법으로 로그인하세요.",
    },
    passkey_offer: {
      heading: "다음에는 비밀번호 없이 로그인하기",
      text: "패스키는 이 기기의 지문, 얼굴 또는 PIN을 사용합니다.",
      add: "패스키 추가",
      later: "나중에",
      never: "다시 묻지 않기",
      done: "완료되었습니다. 다음에는 패스키로 로그인하세요.",
    },
    sso: {
      link: "통합 로그인 사용",
      heading: "통합 로그인",
      text: "소속 조직을 통해 로그인합니다. 주소로 조직을 찾습니다.",
      label: "회사 이메일 주소",
      button_label: "계속",
      missing: "회사 이메일 주소를 입력하세요.",
      back: "다른 방법으로 로그인",
    },
    captcha: {
      label: "로봇이 아닌지 확인",
      failed: "로봇 확인을 불러오지 못했습니다. 페이지를 새로 고치거나 브라우저에서 허용하세요.",
    },
    last_used: {
      mark: "최근 사용",
    },
    mail_hint: {
      use: "{{email}} 주소인가요?",
    },
    offline: {
      text: "오프라인 상태입니다. 입력한 내용은 그대로 남아 있습니다.",
      back: "다시 온라인 상태입니다.",
      again: "다시 시도",
    },
    checklist: {
      heading: "비밀번호 조건",
      length: "{{count}}자 이상",
      longer: "더 많은 글자",
      lower: "영문 소문자",
      upper: "영문 대문자",
      letter: "영문자",
      digit: "숫자",
      symbol: "! 또는 ? 같은 기호",
      kinds: "더 다양한 종류의 문자",
      pwned: "유출된 비밀번호 목록에 없을 것",
      bytes: "최대 72바이트, 현재 {{count}}. 일부 글자는 여러 바이트로 계산됩니다.",
      met: "충족",
      unmet: "아직 미충족",
    },
  },
};

export default ko;
