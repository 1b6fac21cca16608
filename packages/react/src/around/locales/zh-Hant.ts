import type { AroundLocale } from "../words.ts";

/** Chinese in traditional script, as written in Taiwan. */
const zhHant: AroundLocale = {
  lang: "zh-Hant",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "您沒有權限執行此操作。",
      not_available: "此處未啟用這項功能。",
      gone: "它已不存在。",
      network_changed: "您的網路已變更，請在此裝置上重新開始。",
      code_wrong: "驗證碼不正確。請試試下一個。",
      code_needed: "請輸入我們寄給您的驗證碼。",
      second_step_needed: "請先用第二步登入。",
      other_step_needed: "請先新增另一個第二步驟驗證。",
      too_many_steps: "無法再新增。請先移除一個。",
      step_name_taken: "已有這個名稱。請換一個。",
      step_exists: "您已新增過。",
      last_way_in: "最後一種登入方式無法解除連結。",
      identity_in_conflict: "無法解除連結：該電子郵件地址屬於另一個帳號。",
      identity_taken: "它已屬於另一個帳號。",
      robot: "我們無法確認您不是機器人，請再試一次。",
      email_refused: "我們無法寄信到這個地址，請改用其他地址。",
      sso_off: "此處未啟用單一登入，請以其他方式登入。",
      sso_unknown: "這個地址沒有單一登入，請以其他方式登入。",
      sso_faulty: "貴組織的單一登入未成功，請洽詢其管理員。",
      sso_managed: "此項由貴組織管理，請在該處變更。",
    },
    help: {
      resend: "重新寄送確認信",
      wait: "請在 {{seconds}} 秒後再試",
      again: "再試一次",
    },
    passkeys: {
      button_label: "使用通行金鑰登入",
      cancelled: "您的裝置未確認。請再試一次，或以其他方式登入。",
    },
    passkey_offer: {
      heading: "下次不必輸入密碼即可登入",
      text: "通行金鑰使用您的指紋、臉部或此裝置的 PIN 碼。",
      add: "新增通行金鑰",
      later: "暫時不要",
      never: "不再詢問",
      done: "已完成。下次請使用通行金鑰登入。",
    },
    sso: {
      link: "使用單一登入",
      heading: "單一登入",
      text: "由貴組織為您登入，我們會透過您的地址找到它。",
      label: "公司電子郵件地址",
      button_label: "繼續",
      missing: "請輸入您的公司電子郵件地址。",
      back: "以其他方式登入",
    },
    captcha: {
      label: "確認您不是機器人",
      failed: "無法載入機器人驗證。請重新整理頁面，或在瀏覽器中允許它。",
    },
    last_used: {
      mark: "上次使用",
    },
    mail_hint: {
      use: "您是不是要輸入 {{email}}？",
    },
    offline: {
      text: "您已離線，輸入的內容會保留在此。",
      back: "您已恢復連線。",
      again: "再試一次",
    },
    checklist: {
      heading: "密碼需要",
      length: "至少 {{count}} 個字元",
      longer: "更多字元",
      lower: "一個小寫字母",
      upper: "一個大寫字母",
      letter: "一個字母",
      digit: "一個數字",
      symbol: "一個符號，例如 ! 或 ?",
      kinds: "更多種類的字元",
      pwned: "不在外洩密碼的清單中",
      bytes: "最多 72 個位元組，目前為 {{count}}。有些字元會占多個位元組。",
      met: "已符合",
      unmet: "尚未符合",
    },
  },
};

export default zhHant;
