import { redirectError, useSubmission } from "@portico/react";
import { useState } from "react";
import { Platform, Text } from "react-native";
import { Button, Field, SubmissionStatus } from "./elements";
import { home, signInWithGitHub } from "./links";
import { styles } from "./styles";
import { supabase } from "./supabase";

/**
 * The sign-in screen. The forms of `@portico/react` are HTML, which a phone cannot render, so this screen uses the hook
 * behind them: `useSubmission` runs one submission at a time and turns errors into messages for users.
 */
export function SignIn() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, run, state } = useSubmission();
  // After a failed link or GitHub sign-in, the page's address contains the error.
  const [linkError] = useState(() => (Platform.OS === "web" ? redirectError(location) : undefined));

  // The server treats a sign-up without an address as an anonymous sign-in.
  const requireEmail = () => {
    if (email.trim() === "") throw new Error("Enter your email address.");
    return email.trim();
  };
  const signIn = () =>
    run("sign-in", async () => {
      throwOnError(await supabase.auth.signInWithPassword({ email: requireEmail(), password }));
    });
  const signUp = () =>
    run("sign-up", async () => {
      throwOnError(
        await supabase.auth.signUp({
          email: requireEmail(),
          password,
          options: { emailRedirectTo: home },
        }),
      );
      return "Check your email for the confirmation link";
    });
  const sendLink = () =>
    run("link", async () => {
      throwOnError(
        await supabase.auth.signInWithOtp({
          email: requireEmail(),
          options: { emailRedirectTo: home },
        }),
      );
      return "Check your email for the magic link";
    });
  const reset = () =>
    run("reset", async () => {
      throwOnError(await supabase.auth.resetPasswordForEmail(requireEmail(), { redirectTo: home }));
      return "Check your email for the password reset link";
    });

  return (
    <>
      <Text role="heading" style={styles.heading}>
        Sign in
      </Text>
      <Button
        label="Sign in with GitHub"
        {...busy("github")}
        onPress={() => run("github", signInWithGitHub)}
      />
      <Field label="Email address" type="email" value={email} onChangeText={setEmail} />
      <Field label="Password" type="current-password" value={password} onChangeText={setPassword} />
      <Button label="Sign in" isPrimary {...busy("sign-in")} onPress={signIn} />
      <Button label="Sign up" {...busy("sign-up")} onPress={signUp} />
      <Button label="Send magic link" {...busy("link")} onPress={sendLink} />
      <Button label="Forgot your password?" {...busy("reset")} onPress={reset} />
      <SubmissionStatus state={state} idleText={linkError?.message} />
    </>
  );
}

/** The screen that the password reset link opens. */
export function NewPassword() {
  const [password, setPassword] = useState("");
  const { busy, run, state } = useSubmission();
  const update = () =>
    run("update", async () => {
      throwOnError(await supabase.auth.updateUser({ password }));
    });
  return (
    <>
      <Text role="heading" style={styles.heading}>
        Set a new password
      </Text>
      <Field label="New password" type="new-password" value={password} onChangeText={setPassword} />
      <Button label="Update password" isPrimary {...busy("update")} onPress={update} />
      <SubmissionStatus state={state} />
    </>
  );
}

function throwOnError({ error }: { error: Error | null }) {
  if (error) throw error;
}
