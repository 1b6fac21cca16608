import type { ConsentLocale } from "../en.ts";

/** Korean, polite. */
const ko: ConsentLocale = {
  lang: "ko",
  dir: "ltr",
  consent: {
    consent: {
      heading: "{{name}}의 로그인을 허용할까요?",
      unnamed: "이름 없는 앱",
      signed_in_as: "로그인한 계정",
      guest: "게스트",
      may: "허용하면 이 앱은 다음을 할 수 있습니다",
      account: "계정 보기: 이름, 이메일, 전화번호, 로그인 방법",
      openid: "로그인할 때마다 나를 알아보기",
      profile: "이름과 사진 보기",
      email: "이메일 주소 보기",
      phone: "전화번호 보기",
      offline_access: "자리에 없을 때도 연결 유지",
      goes_to: "이동할 주소",
      hint: "이 주소를 알고 있고 방금 그곳에서 온 경우에만 허용하세요.",
      allow: "허용",
      deny: "거부",
      loading: "불러오는 중…",
      leaving: "이동 중…",
      continue: "이동하지 않나요? 계속하기",
      again: "다시 시도",
      none_heading: "승인할 것이 없습니다",
      none_text: "링크가 완전하지 않습니다. 앱으로 돌아가 다시 로그인하세요.",
      over_heading: "이 요청은 더 이상 유효하지 않습니다",
      over_text:
        "이미 응답했거나, 10분이 지났거나, 다른 사람이 열었습니다. 앱으로 돌아가 다시 로그인하세요.",
      off_heading: "사용할 수 없음",
      off_text: "이 서버에서는 다른 앱에 로그인하는 기능이 꺼져 있습니다.",
      failed_heading: "요청을 불러오지 못했습니다",
    },
    errors: {
      forbidden_redirect: "앱의 주소를 여는 것이 안전하지 않습니다.",
    },
  },
};

export default ko;
