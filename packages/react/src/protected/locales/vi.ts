import type { GateLocale } from "../en.ts";

/** Vietnamese (bạn). */
const vi: GateLocale = {
  lang: "vi",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Còn một bước nữa",
      totp_text: "Nhập mã mà ứng dụng xác thực của bạn hiển thị.",
      phone_text: "Chúng tôi sẽ gửi mã đến điện thoại của bạn.",
      webauthn_text: "Xác nhận bằng khóa bảo mật hoặc thiết bị này.",
      recovery_code_text: "Nhập một trong các mã khôi phục của bạn. Mã chỉ dùng được một lần.",
      code_label: "Mã",
      button_label: "Tiếp tục",
      send_button_label: "Gửi mã",
      resend_button_label: "Gửi mã khác",
      sent_text: "Chúng tôi đã gửi cho bạn một mã.",
      webauthn_button_label: "Dùng khóa bảo mật",
      other_totp: "Dùng ứng dụng xác thực thay thế",
      other_phone: "Dùng tin nhắn SMS thay thế",
      other_webauthn: "Dùng khóa bảo mật thay thế",
      other_recovery_code: "Dùng mã khôi phục thay thế",
      sign_out: "Dùng tài khoản khác",
    },
    session_ended: {
      heading: "Phiên của bạn đã kết thúc",
      text: "Đăng nhập lại để tiếp tục từ nơi bạn dừng lại. Những gì bạn đã nhập vẫn còn.",
      leave: "Rời đi mà không đăng nhập",
    },
    errors: {
      mfa_verification_failed: "Mã này không đúng. Hãy thử mã tiếp theo.",
      mfa_challenge_expired: "Mã này đã hết hạn. Hãy yêu cầu mã mới.",
      mfa_recovery_codes_locked: "Quá nhiều mã sai. Hãy đợi một lúc hoặc dùng cách khác.",
      webauthn_cancelled: "Thiết bị của bạn chưa xác nhận. Hãy thử lại.",
      webauthn_unsupported: "Trình duyệt này không dùng được khóa bảo mật.",
      webauthn_verification_failed: "Khóa bảo mật này không thuộc về tài khoản.",
    },
  },
};

export default vi;
