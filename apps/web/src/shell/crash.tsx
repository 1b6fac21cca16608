import { Component, type ReactNode } from "react";
import { useTexts } from "../i18n/translations.tsx";
import { Notice } from "./notice.tsx";

/** Shows an error page with a reload button when rendering fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const texts = useTexts();
  return (
    <main className="lone">
      <Notice
        title={texts.crash.title}
        text={texts.crash.text}
        role="alert"
        action={{ label: texts.crash.reload, run: () => location.reload() }}
      />
    </main>
  );
}
