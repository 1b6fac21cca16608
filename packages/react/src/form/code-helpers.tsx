"use client";

import { useEffect, useRef } from "react";
import { toAsciiDigits } from "./digits.ts";

/*
 * Components that submit the verify_otp view for the user. They render nothing visible. Pass them as a slot of that
 * view: `<Auth slots={{ verify_otp: <AutoSubmitCode length={6} /> }} />`.
 */

/** Submits the form as soon as the code is complete. */
export function AutoSubmitCode({ length }: { length: number }) {
  const [marker, findForm] = useClosestForm();

  useEffect(() => {
    const form = findForm();
    const submitIfComplete = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "token") return;
      if (toAsciiDigits(target.value).replace(/\D/g, "").length === length) form?.requestSubmit();
    };
    form?.addEventListener("input", submitIfComplete);
    return () => form?.removeEventListener("input", submitIfComplete);
  }, [findForm, length]);

  return marker;
}

/**
 * Fills in the code from a text message and submits the form, in browsers that support https://wicg.github.io/web-otp/.
 * Does nothing in other browsers.
 */
export function WebOtp() {
  const [marker, findForm] = useClosestForm();

  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ["sms"] }, signal: controller.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const field = findForm()?.elements.namedItem("token");
        const code: unknown = credential && Reflect.get(credential, "code");
        if (!(field instanceof HTMLInputElement) || typeof code !== "string") return;
        field.value = code;
        field.form?.requestSubmit();
      },
      // The user declined, or typed the code instead.
      () => {},
    );
    return () => controller.abort();
  }, [findForm]);

  return marker;
}

/** Returns a hidden element to render inside the form, and a function that finds the form. */
function useClosestForm() {
  const ref = useRef<HTMLSpanElement>(null);
  const findForm = useRef(() => ref.current?.closest("form"));
  return [<span key="marker" ref={ref} hidden />, findForm.current] as const;
}
