import type { OrganizationLocale } from "../en.ts";

/** Vietnamese (bạn). */
const vi: OrganizationLocale = {
  lang: "vi",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Tổ chức: {{name}}",
      heading: "Tổ chức",
      personal: "Tài khoản cá nhân",
      none: "Không có tổ chức",
      create: "Tạo tổ chức",
      name_label: "Tên tổ chức",
      create_button: "Tạo",
      cancel: "Hủy",
    },
    roles: {
      owner: "Chủ sở hữu",
      admin: "Quản trị viên",
      member: "Thành viên",
    },
    members: {
      heading: "Thành viên",
      text: "Những người làm việc trong {{organization}}.",
      you: "Bạn",
      role_of: "Vai trò của {{name}}",
      role_changed: "Đã thay đổi vai trò của {{name}}.",
      remove: "Xóa",
      remove_question: "Xóa {{name}} khỏi {{organization}}?",
      removed: "Đã xóa {{name}}.",
      leave: "Rời khỏi",
      leave_question: "Rời khỏi {{organization}}? Bạn chỉ có thể quay lại bằng lời mời mới.",
      email_label: "Địa chỉ email",
      role_label: "Vai trò",
      invite: "Mời",
      invited: "Đã mời {{email}}. Lời mời hiển thị sau khi đăng nhập bằng địa chỉ này.",
      open_until: "Được mời đến {{date}}",
      revoke: "Thu hồi",
      revoked: "Đã thu hồi lời mời của {{email}}.",
      remove_organization: "Xóa tổ chức",
      remove_organization_question: "Xóa {{organization}} và mọi nội dung cho tất cả thành viên?",
    },
    invitations: {
      heading: "Lời mời",
      invited_by: "Được {{email}} mời",
      accept: "Chấp nhận",
      decline: "Từ chối",
      accepted: "Bạn hiện là thành viên của {{organization}}.",
      declined: "Bạn đã từ chối lời mời của {{organization}}.",
    },
    errors: {
      org_already_member: "Người này đã là thành viên.",
      org_email: "Nhập địa chỉ email hợp lệ.",
      org_full: "Tổ chức đã đạt giới hạn thành viên và lời mời đang mở.",
      org_invitation_over: "Lời mời này không còn hiệu lực.",
      org_invitation_rate: "Bạn đã gửi nhiều lời mời. Hãy thử lại sau một giờ.",
      org_last_owner:
        "Tổ chức cần có chủ sở hữu. Trước tiên hãy đặt thành viên khác làm chủ sở hữu.",
      org_limit: "Bạn đã đạt giới hạn tổ chức.",
      org_name: "Nhập tên có tối đa 80 ký tự.",
      org_no_such_member: "Người này không còn là thành viên.",
      org_not_member: "Bạn không còn là thành viên của tổ chức này.",
      org_role: "Vai trò của bạn không cho phép việc này.",
      org_session: "Xác nhận yếu tố thứ hai để sử dụng tổ chức.",
    },
  },
};

export default vi;
