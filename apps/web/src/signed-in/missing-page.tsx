import { useNavigate } from "react-router";
import { useWords } from "../i18n/vocabulary.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";

/** Shown for an unknown address. */
export function MissingPage() {
  const words = useWords().missing;
  const navigate = useNavigate();
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <Notice
        title={words.title}
        text={words.text}
        action={{ label: words.back, run: () => void navigate("/notes") }}
      />
    </>
  );
}
