import type { Form } from "@portico/react";
import { Alert, AlertDescription } from "@/components/ui/alert";

/**
 * Renders the messages of a form. Both live regions are always rendered, because screen readers only announce changes
 * in existing regions.
 */
export function Messages({ status, alert }: Partial<Pick<Form, "alert" | "status">>) {
  return (
    <>
      {status && <Message {...status} />}
      {alert && <Message {...alert} variant="destructive" />}
    </>
  );
}

interface MessageProps {
  role: "alert" | "status";
  id?: string;
  variant?: "destructive";
  children: string | undefined;
}

function Message({ children, variant, ...region }: MessageProps) {
  return (
    <div {...region} className={children ? undefined : "sr-only"}>
      {children && (
        <Alert variant={variant} role="presentation">
          {/* shadcn/ui's red is too pale for WCAG AA on a card. */}
          <AlertDescription className={variant && "text-destructive!"}>{children}</AlertDescription>
        </Alert>
      )}
    </div>
  );
}
