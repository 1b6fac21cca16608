import type { ConsentLocale } from "../en.ts";

/** Chinese in simplified script, as written in mainland China. */
const zhHans: ConsentLocale = {
  lang: "zh-Hans",
  dir: "ltr",
  consent: {
    consent: {
      heading: "允许 {{name}} 为你登录吗？",
      unnamed: "未命名的应用",
      signed_in_as: "当前登录账号",
      guest: "访客",
      may: "它将可以",
      account: "查看你的账号：姓名、邮箱、手机号和登录方式",
      openid: "在你每次登录时识别你",
      profile: "查看你的姓名和头像",
      email: "查看你的邮箱地址",
      phone: "查看你的手机号",
      offline_access: "在你离开时保持连接",
      goes_to: "你将前往",
      hint: "只有在你认识此地址并且刚从那里过来时，才应允许。",
      allow: "允许",
      deny: "拒绝",
      loading: "正在加载…",
      leaving: "正在跳转…",
      continue: "没有跳转？继续",
      again: "重试",
      none_heading: "没有需要批准的内容",
      none_text: "此链接不完整。请返回应用并重新登录。",
      over_heading: "此请求已失效",
      over_text: "它已被处理、已超过十分钟，或由其他人打开。请返回应用并重新登录。",
      off_heading: "不可用",
      off_text: "此服务器已关闭登录其他应用的功能。",
      failed_heading: "无法加载请求",
    },
    errors: {
      forbidden_redirect: "打开此应用的地址不安全。",
    },
  },
};

export default zhHans;
