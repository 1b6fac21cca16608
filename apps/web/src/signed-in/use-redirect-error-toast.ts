import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useShowToast } from "../shell/toasts.tsx";

/** Shows the error of a link to a signed-in user, who does not see the form that would show it. */
export function useRedirectErrorToast(
  redirectError: string | undefined,
  onShown: () => void,
): void {
  const showToast = useShowToast();
  const navigate = useNavigate();
  useEffect(() => {
    if (!redirectError) return;
    onShown();
    showToast({ text: redirectError, tone: "danger" });
    // A reload must not show it again.
    void navigate(location.pathname, { replace: true });
  }, [redirectError, onShown, showToast, navigate]);
}
