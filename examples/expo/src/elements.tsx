import type { Submission } from "@portico/react";
import { Pressable, Text, TextInput, View } from "react-native";
import { styles } from "./styles";

interface FieldProps {
  label: string;
  type?: "email" | "current-password" | "new-password";
  value: string;
  onChangeText: (text: string) => void;
}

export function Field({ label, type, value, onChangeText }: FieldProps) {
  return (
    <View>
      <Text aria-hidden>{label}</Text>
      <TextInput
        aria-label={label}
        style={styles.input}
        value={value}
        onChangeText={onChangeText}
        autoComplete={type ?? "off"}
        autoCapitalize={type ? "none" : "sentences"}
        inputMode={type === "email" ? "email" : "text"}
        secureTextEntry={type?.endsWith("password") ?? false}
        maxLength={500}
      />
    </View>
  );
}

interface ButtonProps {
  label: string;
  name?: string;
  isPrimary?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

/** @param props.name the accessible name; pass one if the label is not specific enough */
export function Button({ label, name = label, isPrimary, disabled = false, onPress }: ButtonProps) {
  return (
    <Pressable
      role="button"
      aria-label={name}
      disabled={disabled}
      onPress={onPress}
      style={[styles.button, isPrimary && styles.primary]}
    >
      <Text style={isPrimary && styles.onPrimary}>{label}</Text>
    </Pressable>
  );
}

/** Shows the outcome of a submission, or `idleText` before the first one. */
export function SubmissionStatus({
  state,
  idleText,
}: {
  state: Submission;
  idleText?: string | undefined;
}) {
  return (
    <>
      <Text role="status">{state.phase === "done" && state.confirmation}</Text>
      <Text role="alert" style={styles.error}>
        {state.phase === "failed" ? state.message : state.phase === "idle" && idleText}
      </Text>
    </>
  );
}
