import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useSay } from "../shell/toasts.tsx";

/**
 * Says to somebody who is signed in what the link that they followed came to: the form would say it,
 * but they do not see the form.
 */
export function useRefusal(refusal: string | undefined, onTold: () => void): void {
  const say = useSay();
  const navigate = useNavigate();
  useEffect(() => {
    if (!refusal) return;
    onTold();
    say({ text: refusal, tone: "danger" });
    // A reload must not say it again.
    void navigate(location.pathname, { replace: true });
  }, [refusal, onTold, say, navigate]);
}
