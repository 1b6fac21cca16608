import { Component, type ReactNode } from "react";
import { useWords } from "../i18n/vocabulary.tsx";
import { Notice } from "./notice.tsx";

/** Shows an error page with a reload button when rendering fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const words = useWords();
  return (
    <main className="lone">
      <Notice
        title={words.crash.title}
        text={words.crash.text}
        role="alert"
        action={{ label: words.crash.reload, run: () => location.reload() }}
      />
    </main>
  );
}
