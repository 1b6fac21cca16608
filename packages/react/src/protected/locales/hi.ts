import type { GateLocale } from "../en.ts";

/** Hindi, polite (आप). */
const hi: GateLocale = {
  lang: "hi",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "एक और चरण",
      totp_text: "वह कोड डालें जो आपका ऑथेंटिकेटर ऐप दिखा रहा है।",
      phone_text: "हम आपके फ़ोन पर एक कोड भेजेंगे।",
      webauthn_text: "अपनी सुरक्षा कुंजी या इस डिवाइस से पुष्टि करें।",
      recovery_code_text: "अपना कोई एक रिकवरी कोड डालें। यह केवल एक बार काम करता है।",
      code_label: "कोड",
      button_label: "जारी रखें",
      send_button_label: "कोड भेजें",
      resend_button_label: "एक और कोड भेजें",
      sent_text: "हमने आपको एक कोड भेजा है।",
      webauthn_button_label: "सुरक्षा कुंजी इस्तेमाल करें",
      other_totp: "इसके बजाय ऑथेंटिकेटर ऐप इस्तेमाल करें",
      other_phone: "इसके बजाय एसएमएस इस्तेमाल करें",
      other_webauthn: "इसके बजाय सुरक्षा कुंजी इस्तेमाल करें",
      other_recovery_code: "इसके बजाय रिकवरी कोड इस्तेमाल करें",
      sign_out: "कोई और खाता इस्तेमाल करें",
    },
    session_ended: {
      heading: "आपका सेशन खत्म हो गया है",
      text: "जहां थे वहीं से आगे बढ़ने के लिए फिर से साइन इन करें। आपने जो टाइप किया था, वह अब भी मौजूद है।",
      leave: "साइन इन किए बिना बाहर जाएं",
    },
    errors: {
      mfa_verification_failed: "यह कोड सही नहीं है। अगला कोड आज़माएं।",
      mfa_challenge_expired: "इस कोड की समय-सीमा खत्म हो गई है। नया कोड मांगें।",
      mfa_recovery_codes_locked: "बहुत सारे गलत कोड डाले गए। थोड़ा इंतज़ार करें या दूसरा तरीका इस्तेमाल करें।",
      webauthn_cancelled: "आपके डिवाइस ने पुष्टि नहीं की। फिर से कोशिश करें।",
      webauthn_unsupported: "यह ब्राउज़र सुरक्षा कुंजियां इस्तेमाल नहीं कर सकता।",
      webauthn_verification_failed: "यह सुरक्षा कुंजी इस खाते की नहीं है।",
    },
  },
};

export default hi;
