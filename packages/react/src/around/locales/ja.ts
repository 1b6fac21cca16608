import type { AroundLocale } from "../words.ts";

/** Japanese, polite (です・ます). */
const ja: AroundLocale = {
  lang: "ja",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "この操作は許可されていません。",
      not_available: "この機能は有効になっていません。",
      gone: "すでに存在しません。",
      network_changed: "ネットワークが変わりました。この端末でもう一度始めてください。",
      code_wrong: "コードが正しくありません。次のコードをお試しください。",
      code_needed: "お送りしたコードを入力してください。",
      second_step_needed: "先に2段階目でログインしてください。",
      other_step_needed: "先に別の二段階目を追加してください。",
      too_many_steps: "これ以上追加できません。先にどれかを削除してください。",
      step_name_taken: "この名前はすでにあります。別の名前にしてください。",
      step_exists: "すでに追加されています。",
      last_way_in: "最後のログイン方法は解除できません。",
      identity_in_conflict: "連携を解除できません。このメールアドレスは別のアカウントのものです。",
      identity_taken: "これはすでに別のアカウントのものです。",
      robot: "ロボットでないことを確認できませんでした。もう一度お試しください。",
      email_refused: "このアドレスにはメールを送信できません。別のアドレスをお使いください。",
      sso_off: "シングルサインオンは有効になっていません。別の方法でログインしてください。",
      sso_unknown:
        "このアドレスではシングルサインオンを使えません。別の方法でログインしてください。",
      sso_faulty: "組織のシングルサインオンに失敗しました。管理者にお問い合わせください。",
      sso_managed: "これは所属組織が管理しています。そちらで変更してください。",
    },
    help: {
      resend: "確認メールを再送信",
      wait: "{{seconds}}秒後にお試しください",
      again: "もう一度試す",
    },
    passkeys: {
      button_label: "パスキーでログイン",
      cancelled: "端末で確認されませんでした。もう一度試すか、別の方法でログインしてください。",
    },
    passkey_offer: {
      heading: "次回はパスワードなしでログイン",
      text: "パスキーは、この端末の指紋認証、顔認証、またはPINを使います。",
      add: "パスキーを追加",
      later: "後で",
      never: "今後は表示しない",
      done: "完了しました。次回はパスキーでログインしてください。",
    },
    sso: {
      link: "シングルサインオンを使う",
      heading: "シングルサインオン",
      text: "所属組織を通じてログインします。組織はアドレスから見つけます。",
      label: "仕事用のメールアドレス",
      button_label: "続ける",
      missing: "仕事用のメールアドレスを入力してください。",
      back: "別の方法でログイン",
    },
    captcha: {
      label: "ロボットでないことの確認",
      failed:
        "ロボットの確認を読み込めませんでした。ページを再読み込みするか、ブラウザで許可してください。",
    },
    last_used: {
      mark: "前回使用",
    },
    mail_hint: {
      use: "{{email}}ではありませんか？",
    },
    offline: {
      text: "オフラインです。入力した内容はそのまま残ります。",
      back: "オンラインに戻りました。",
      again: "もう一度試す",
    },
    checklist: {
      heading: "パスワードの条件",
      length: "{{count}}文字以上",
      longer: "もっと多くの文字",
      lower: "英小文字",
      upper: "英大文字",
      letter: "英字",
      digit: "数字",
      symbol: "!や?などの記号",
      kinds: "もっと多くの種類の文字",
      pwned: "漏えいしたパスワードの一覧にないこと",
      bytes: "72バイト以内（現在{{count}}）。一部の文字は複数バイトになります。",
      met: "達成",
      unmet: "未達成",
    },
  },
};

export default ja;
