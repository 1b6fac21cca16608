import { useNavigate } from "react-router";
import { useTexts } from "../i18n/translations.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";

/** The page for an unknown address. */
export function MissingPage() {
  const texts = useTexts().missing;
  const navigate = useNavigate();
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Notice
        title={texts.title}
        text={texts.text}
        action={{ label: texts.back, run: () => void navigate("/notes") }}
      />
    </>
  );
}
