import type { ConsentLocale } from "../en.ts";

/** Vietnamese (bạn). */
const vi: ConsentLocale = {
  lang: "vi",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Cho phép {{name}} đăng nhập cho bạn?",
      unnamed: "một ứng dụng không tên",
      signed_in_as: "Bạn đang đăng nhập bằng",
      guest: "khách",
      may: "Ứng dụng sẽ có thể",
      account: "xem tài khoản của bạn: tên, email, điện thoại và cách bạn đăng nhập",
      openid: "nhận ra bạn mỗi khi bạn đăng nhập",
      profile: "xem tên và ảnh của bạn",
      email: "xem địa chỉ email của bạn",
      phone: "xem số điện thoại của bạn",
      offline_access: "giữ kết nối khi bạn vắng mặt",
      goes_to: "Bạn sẽ được chuyển đến",
      hint: "Chỉ cho phép nếu bạn nhận ra địa chỉ này và vừa từ đó đến.",
      allow: "Cho phép",
      deny: "Từ chối",
      loading: "Đang tải…",
      leaving: "Đang chuyển hướng…",
      continue: "Chưa được chuyển? Tiếp tục",
      again: "Thử lại",
      none_heading: "Không có gì để phê duyệt",
      none_text: "Liên kết này không đầy đủ. Hãy quay lại ứng dụng và đăng nhập lại.",
      over_heading: "Yêu cầu này không còn hiệu lực",
      over_text:
        "Yêu cầu đã được trả lời, đã quá mười phút hoặc đã được người khác mở. Hãy quay lại ứng dụng và đăng nhập lại.",
      off_heading: "Không khả dụng",
      off_text: "Máy chủ này đã tắt việc đăng nhập vào ứng dụng khác.",
      failed_heading: "Không tải được yêu cầu",
    },
    errors: {
      forbidden_redirect: "Địa chỉ của ứng dụng không an toàn để mở.",
    },
  },
};

export default vi;
