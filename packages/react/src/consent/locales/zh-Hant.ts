import type { ConsentLocale } from "../en.ts";

/** Chinese in traditional script, as written in Taiwan. */
const zhHant: ConsentLocale = {
  lang: "zh-Hant",
  dir: "ltr",
  consent: {
    consent: {
      heading: "允許 {{name}} 為你登入嗎？",
      unnamed: "未命名的應用程式",
      signed_in_as: "目前登入的帳號",
      guest: "訪客",
      may: "它將可以",
      account: "檢視你的帳號：姓名、電子郵件、電話和登入方式",
      openid: "在你每次登入時認出你",
      profile: "檢視你的姓名和相片",
      email: "檢視你的電子郵件地址",
      phone: "檢視你的電話號碼",
      offline_access: "在你離開時保持連線",
      goes_to: "你將前往",
      hint: "只有在你認得此網址並且剛從那裡過來時，才應允許。",
      allow: "允許",
      deny: "拒絕",
      loading: "載入中…",
      leaving: "正在前往…",
      continue: "沒有前往？繼續",
      again: "再試一次",
      none_heading: "沒有需要核准的內容",
      none_text: "此連結不完整。請返回應用程式並重新登入。",
      over_heading: "此要求已失效",
      over_text: "它已有回覆、已超過十分鐘，或由其他人開啟。請返回應用程式並重新登入。",
      off_heading: "無法使用",
      off_text: "此伺服器已關閉登入其他應用程式的功能。",
      failed_heading: "無法載入要求",
    },
    errors: {
      forbidden_redirect: "開啟此應用程式的網址並不安全。",
    },
  },
};

export default zhHant;
