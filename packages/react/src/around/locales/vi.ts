import type { AroundLocale } from "../words.ts";

/** Vietnamese (bạn). */
const vi: AroundLocale = {
  lang: "vi",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Bạn không được phép làm việc này.",
      not_available: "Tính năng này chưa được bật ở đây.",
      gone: "Mục này không còn nữa.",
      network_changed: "Mạng của bạn đã thay đổi. Hãy bắt đầu lại trên thiết bị này.",
      code_wrong: "Mã này không đúng. Hãy thử mã tiếp theo.",
      code_needed: "Hãy nhập mã mà chúng tôi đã gửi cho bạn.",
      second_step_needed: "Trước hết hãy đăng nhập bằng bước thứ hai.",
      other_step_needed: "Trước hết hãy thêm một bước thứ hai khác.",
      too_many_steps: "Bạn không thể thêm nữa. Trước hết hãy gỡ bỏ một mục.",
      step_name_taken: "Tên này đã có. Hãy chọn tên khác.",
      step_exists: "Bạn đã thêm mục này rồi.",
      last_way_in: "Không thể gỡ cách đăng nhập cuối cùng.",
      identity_in_conflict: "Không thể hủy liên kết: địa chỉ email thuộc về một tài khoản khác.",
      identity_taken: "Mục này đã thuộc về một tài khoản khác.",
      robot: "Chúng tôi không thể xác nhận rằng bạn không phải là rô bốt. Vui lòng thử lại.",
      email_refused: "Chúng tôi không thể gửi email đến địa chỉ này. Hãy dùng địa chỉ khác.",
      sso_off: "Đăng nhập một lần chưa được bật ở đây. Hãy đăng nhập bằng cách khác.",
      sso_unknown: "Không có đăng nhập một lần cho địa chỉ này. Hãy đăng nhập bằng cách khác.",
      sso_faulty: "Đăng nhập một lần của tổ chức bạn không thành công. Hãy hỏi quản trị viên ở đó.",
      sso_managed: "Tổ chức của bạn quản lý mục này. Hãy thay đổi ở đó.",
    },
    help: {
      resend: "Gửi lại thư xác nhận",
      wait: "Thử lại sau {{seconds}}\u00a0giây",
      again: "Thử lại",
    },
    passkeys: {
      button_label: "Đăng nhập bằng khóa truy cập",
      cancelled: "Thiết bị của bạn chưa xác nhận. Hãy thử lại hoặc đăng nhập bằng cách khác.",
    },
    passkey_offer: {
      heading: "Lần sau đăng nhập không cần mật khẩu",
      text: "Khóa truy cập dùng vân tay, khuôn mặt hoặc mã PIN của thiết bị này.",
      add: "Thêm khóa truy cập",
      later: "Để sau",
      never: "Đừng hỏi lại",
      done: "Xong. Lần sau hãy đăng nhập bằng khóa truy cập.",
    },
    sso: {
      link: "Dùng đăng nhập một lần",
      heading: "Đăng nhập một lần",
      text: "Tổ chức của bạn đăng nhập cho bạn. Chúng tôi tìm tổ chức theo địa chỉ của bạn.",
      label: "Địa chỉ email công việc",
      button_label: "Tiếp tục",
      missing: "Hãy nhập địa chỉ email công việc của bạn.",
      back: "Đăng nhập bằng cách khác",
    },
    captcha: {
      label: "Kiểm tra bạn không phải là rô bốt",
      failed:
        "Không tải được phần kiểm tra rô bốt. Hãy tải lại trang hoặc cho phép trong trình duyệt.",
    },
    last_used: {
      mark: "Dùng gần nhất",
    },
    mail_hint: {
      use: "Ý bạn là {{email}}?",
    },
    offline: {
      text: "Bạn đang ngoại tuyến. Những gì bạn đã nhập vẫn còn ở đây.",
      back: "Bạn đã trực tuyến trở lại.",
      again: "Thử lại",
    },
    checklist: {
      heading: "Mật khẩu cần có",
      length: "Ít nhất {{count}} ký tự",
      longer: "Nhiều ký tự hơn",
      lower: "Một chữ thường",
      upper: "Một chữ hoa",
      letter: "Một chữ cái",
      digit: "Một chữ số",
      symbol: "Một ký hiệu, như ! hoặc ?",
      kinds: "Nhiều loại ký tự hơn",
      pwned: "Không nằm trong danh sách mật khẩu bị lộ",
      bytes: "Nhiều nhất 72 byte: hiện có {{count}}. Một số ký tự được tính nhiều lần.",
      met: "Đạt",
      unmet: "Chưa đạt",
    },
  },
};

export default vi;
