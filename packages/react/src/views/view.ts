import type { ReactNode } from "react";
import type { AuthUiClient } from "../client.ts";
import type { OtpType } from "../types.ts";

/** What `Auth` hands to the view that it shows. */
export interface ViewProps {
  readonly client: AuthUiClient;
  readonly redirectTo: string | undefined;
  readonly showLinks: boolean;
  readonly magicLink: boolean;
  readonly passwordLimit: boolean;
  readonly otpType: OtpType;
  readonly additionalData: { [key: string]: unknown } | undefined;
  /** Fields that the application adds to the sign-up form. */
  readonly children: ReactNode;
}
