import type { AroundLocale } from "../words.ts";

/** Chinese in simplified script, as written in mainland China. */
const zhHans: AroundLocale = {
  lang: "zh-Hans",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "您无权执行此操作。",
      not_available: "此处未启用该功能。",
      gone: "它已不存在。",
      network_changed: "您的网络已变更，请在此设备上重新开始。",
      code_wrong: "验证码不正确。请试试下一个。",
      code_needed: "请输入我们发送给您的验证码。",
      second_step_needed: "请先用第二步登录。",
      other_step_needed: "请先添加另一个第二步验证。",
      too_many_steps: "不能再添加了。请先移除一个。",
      step_name_taken: "已有这个名称。请换一个。",
      step_exists: "您已添加过。",
      last_way_in: "最后一种登录方式不能解除关联。",
      identity_in_conflict: "无法解除关联：该电子邮箱属于另一个账户。",
      identity_taken: "它已属于另一个账号。",
      robot: "我们无法确认您不是机器人，请重试。",
      email_refused: "我们无法向该地址发送邮件，请使用其他地址。",
      sso_off: "此处未启用单点登录，请用其他方式登录。",
      sso_unknown: "该地址没有单点登录，请用其他方式登录。",
      sso_faulty: "您所在组织的单点登录未成功，请联系其管理员。",
      sso_managed: "此项由您所在的组织管理，请在那里更改。",
    },
    help: {
      resend: "重新发送确认邮件",
      wait: "请在 {{seconds}} 秒后重试",
      again: "重试",
    },
    passkeys: {
      button_label: "使用通行密钥登录",
      cancelled: "您的设备未确认。请重试或用其他方式登录。",
    },
    passkey_offer: {
      heading: "下次无需密码即可登录",
      text: "通行密钥使用您的指纹、面容或此设备的 PIN 码。",
      add: "添加通行密钥",
      later: "暂不",
      never: "不再询问",
      done: "已完成。下次请使用通行密钥登录。",
    },
    sso: {
      link: "使用单点登录",
      heading: "单点登录",
      text: "由您所在的组织为您登录，我们会通过您的地址找到它。",
      label: "工作邮箱",
      button_label: "继续",
      missing: "请输入您的工作邮箱。",
      back: "用其他方式登录",
    },
    captcha: {
      label: "确认您不是机器人",
      failed: "无法加载机器人验证。请刷新页面，或在浏览器中允许它。",
    },
    last_used: {
      mark: "上次使用",
    },
    mail_hint: {
      use: "您是想输入 {{email}} 吗？",
    },
    offline: {
      text: "您已离线，输入的内容会保留在此。",
      back: "您已恢复在线。",
      again: "重试",
    },
    checklist: {
      heading: "密码需要",
      length: "至少 {{count}} 个字符",
      longer: "更多字符",
      lower: "一个小写字母",
      upper: "一个大写字母",
      letter: "一个字母",
      digit: "一个数字",
      symbol: "一个符号，例如 ! 或 ?",
      kinds: "更多种类的字符",
      pwned: "不在已泄露密码的列表中",
      bytes: "最多 72 字节，目前为 {{count}}。有些字符会占多个字节。",
      met: "已满足",
      unmet: "尚未满足",
    },
  },
};

export default zhHans;
