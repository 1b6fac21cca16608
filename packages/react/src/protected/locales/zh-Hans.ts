import type { GateLocale } from "../en.ts";

/** Chinese in simplified script, as written in mainland China. */
const zhHans: GateLocale = {
  lang: "zh-Hans",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "还差一步",
      totp_text: "请输入身份验证器应用显示的验证码。",
      phone_text: "我们会向你的手机发送验证码。",
      webauthn_text: "请用安全密钥或此设备确认。",
      recovery_code_text: "输入一个恢复代码。每个代码只能使用一次。",
      code_label: "验证码",
      button_label: "继续",
      send_button_label: "发送验证码",
      resend_button_label: "重新发送验证码",
      sent_text: "我们已向你发送验证码。",
      webauthn_button_label: "使用安全密钥",
      other_totp: "改用身份验证器应用",
      other_phone: "改用短信",
      other_webauthn: "改用安全密钥",
      other_recovery_code: "改用恢复代码",
      sign_out: "使用其他账号",
    },
    session_ended: {
      heading: "登录状态已失效",
      text: "重新登录即可从原处继续。你输入的内容还在。",
      leave: "不登录并离开",
    },
    errors: {
      mfa_verification_failed: "验证码不正确。请试试下一个。",
      mfa_challenge_expired: "验证码已过期。请重新获取。",
      mfa_recovery_codes_locked: "错误代码过多。请稍后再试，或改用其他方式。",
      webauthn_cancelled: "你的设备没有确认。请重试。",
      webauthn_unsupported: "此浏览器不支持安全密钥。",
      webauthn_verification_failed: "此安全密钥不属于该账号。",
    },
  },
};

export default zhHans;
