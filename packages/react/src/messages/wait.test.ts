import { expect, test } from "vitest";
import { retryAfterSeconds } from "./wait.ts";

const errorWith = (message: string, code: string, status = 429) => ({ message, code, status });
const message = "For security purposes, you can only request this after 43 seconds.";

test.each([
  [errorWith(message, "over_email_send_rate_limit"), 43],
  [errorWith(message.replace("43 seconds", "1 second"), "over_sms_send_rate_limit"), 1],
  [errorWith("email rate limit exceeded", "over_email_send_rate_limit"), 60],
  [errorWith("Request rate limit reached", "over_request_rate_limit"), 60],
  [errorWith("Too many sign-ups from here, try again in 3 seconds", "hook_rejected"), 3],
  [errorWith(message, "otp_expired", 403), undefined],
  [new TypeError("Failed to fetch"), undefined],
  [undefined, undefined],
])("the time to wait is read from the error %o", (error, wait) => {
  expect(retryAfterSeconds(error)).toBe(wait);
});
