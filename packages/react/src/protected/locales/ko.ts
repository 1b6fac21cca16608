import type { GateLocale } from "../en.ts";

/** Korean, polite. */
const ko: GateLocale = {
  lang: "ko",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "한 단계 더",
      totp_text: "인증 앱에 표시된 코드를 입력해 주세요.",
      phone_text: "휴대전화로 코드를 보내 드립니다.",
      webauthn_text: "보안 키 또는 이 기기로 확인해 주세요.",
      recovery_code_text: "복구 코드 중 하나를 입력하세요. 한 번만 사용할 수 있습니다.",
      code_label: "인증 코드",
      button_label: "계속",
      send_button_label: "코드 보내기",
      resend_button_label: "코드 다시 보내기",
      sent_text: "코드를 보냈습니다.",
      webauthn_button_label: "보안 키 사용",
      other_totp: "대신 인증 앱 사용",
      other_phone: "대신 문자 메시지 사용",
      other_webauthn: "대신 보안 키 사용",
      other_recovery_code: "대신 복구 코드 사용",
      sign_out: "다른 계정 사용",
    },
    session_ended: {
      heading: "세션이 종료되었습니다",
      text: "다시 로그인하면 하던 곳에서 계속할 수 있습니다. 입력한 내용은 그대로 있습니다.",
      leave: "로그인하지 않고 나가기",
    },
    errors: {
      mfa_verification_failed: "코드가 올바르지 않습니다. 다음 코드를 입력해 보세요.",
      mfa_challenge_expired: "코드가 만료되었습니다. 새 코드를 요청해 주세요.",
      mfa_recovery_codes_locked:
        "잘못된 코드를 너무 많이 입력했습니다. 잠시 기다리거나 다른 방법을 사용하세요.",
      webauthn_cancelled: "기기에서 확인되지 않았습니다. 다시 시도해 주세요.",
      webauthn_unsupported: "이 브라우저는 보안 키를 지원하지 않습니다.",
      webauthn_verification_failed: "이 보안 키는 이 계정의 것이 아닙니다.",
    },
  },
};

export default ko;
