import type { PluginLocale } from "../words.ts";

/** Japanese, polite (です・ます). */
const ja: PluginLocale = {
  lang: "ja",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "メールを確認してください",
      sign_up_text:
        "{{email}}にメールをお送りしました。メール内のリンクを開いてアカウントを確認してください。",
      magic_link_text:
        "{{email}}にメールをお送りしました。メール内のリンクを開いてログインしてください。",
      forgotten_password_text:
        "{{email}}にメールをお送りしました。メール内のリンクを開いて新しいパスワードを設定してください。",
      email_change_text:
        "{{email}}にメールをお送りしました。メール内のリンクを開いてアドレスを確認してください。",
      waiting_text:
        "リンクはどの端末でも開けます。このブラウザで開くと、このページは自動的に先へ進みます。",
      same_browser_text: "リンクはこのブラウザで開いてください。このページは自動的に先へ進みます。",
      code_text: "または、メールに記載のコードをここに入力してください。",
      have_code: "コードをお持ちの場合は入力してください",
      wrong_address: "アドレスが違いますか？",
      open_mail: "{{provider}}を開く",
      resend_button_label: "再送信",
      resend_loading_button_label: "送信中…",
      resent: "メールを再送信しました。",
    },
    code: {
      wait_text: "{{when}}に再送信できます。",
    },
    confirm: {
      signup_heading: "アカウントの確認",
      signup_button_label: "確認してログイン",
      magiclink_heading: "あと少しです",
      magiclink_button_label: "ログイン",
      recovery_heading: "パスワードを再設定",
      recovery_button_label: "新しいパスワードを設定",
      invite_heading: "招待が届いています",
      invite_button_label: "承諾してログイン",
      email_change_heading: "メールアドレスを確認",
      email_change_button_label: "メールアドレスを確認",
      text: "ボタンを押して確認してください。メールソフトによっては、リンクが自動で開かれることがあります。",
      loading_button_label: "お待ちください…",
      half: "2つのアドレスの一方を確認しました。次に、もう一方に送ったリンクを開いてください。",
      incomplete:
        "このリンクは不完全です。メールからもう一度開くか、新しいリンクを取得してください。",
      expired: "このリンクは使用済みか、期限が切れています。新しいリンクを取得してください。",
      back: "新しいリンクを取得",
    },
    phone: {
      use_phone: "電話番号を使う",
      use_email: "メールアドレスを使う",
      sign_in_heading: "電話番号でログイン",
      sign_up_heading: "電話番号で登録",
      country_label: "国",
      number_label: "電話番号",
      number_hint: "普段の番号、または+で始まる番号",
      number_invalid: "電話番号が途中までしか入力されていません。",
      send_button_label: "コードを送信",
      send_loading_button_label: "送信中…",
      by_code: "代わりにコードを使う",
      by_password: "代わりにパスワードを使う",
      code_text: "{{phone}}にコードを送信しました。",
      wrong_number: "番号が違いますか？",
    },
    anonymous: {
      button_label: "ゲストとして続ける",
      loading_button_label: "お待ちください…",
      heading: "作業内容を保存しましょう",
      text: "ゲストアカウントを利用中です。ログイン方法を追加すると、作業内容を保存して、どの端末でも使えます。",
      upgrade_button_label: "アカウントを作成",
      upgrade_loading_button_label: "お待ちください…",
      link: "{{provider}}で続ける",
    },
    existing: {
      text: "メッセージが届きませんか？すでにアカウントをお持ちかもしれません。",
      sign_in: "ログイン",
      reset: "パスワードを再設定",
    },
    errors: {
      not_allowed: "この操作は許可されていません。",
      not_available: "この機能は有効になっていません。",
      gone: "すでに存在しません。",
      network_changed: "ネットワークが変わりました。この端末でもう一度始めてください。",
      code_wrong: "コードが正しくありません。次のコードをお試しください。",
      code_needed: "お送りしたコードを入力してください。",
      second_step_needed: "先に2段階目の認証を済ませてください。",
      other_step_needed: "先に別の2段階目を追加してください。",
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
      sso_faulty:
        "所属組織のシングルサインオンが機能しませんでした。組織の管理者にお問い合わせください。",
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
    more_methods: {
      sign_in: "その他のログイン方法",
      sign_up: "その他の登録方法",
    },
    captcha: {
      label: "ロボットでないことの確認",
      failed: "認証を読み込めませんでした。ページを再読み込みするか、ブラウザで許可してください。",
    },
    last_used_method: {
      mark: "前回使用",
    },
    email_suggestion: {
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
      longer: "文字数を増やす",
      lower: "英小文字",
      upper: "英大文字",
      letter: "英字",
      digit: "数字",
      symbol: "!や?などの記号",
      kinds: "文字の種類を増やす",
      pwned: "既知の情報漏えいに含まれていないこと",
      bytes: "72バイト以内（現在{{count}}バイト）。一部の文字は複数バイトになります。",
      met: "達成",
      unmet: "未達成",
    },
  },
};

export default ja;
