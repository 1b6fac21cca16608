import { StyleSheet } from "react-native";

export const styles = StyleSheet.create({
  screen: { flex: 1, backgroundColor: "#f4f7f5" },
  page: { width: "100%", maxWidth: 544, alignSelf: "center", padding: 16, gap: 12 },
  heading: { fontSize: 24, fontWeight: "600" },
  input: {
    padding: 10,
    borderWidth: 1,
    borderColor: "#6d7d74",
    borderRadius: 6,
    backgroundColor: "#fff",
  },
  button: {
    padding: 10,
    borderWidth: 1,
    borderColor: "#6d7d74",
    borderRadius: 6,
    backgroundColor: "#fff",
    alignItems: "center",
  },
  primary: { borderColor: "#16794c", backgroundColor: "#16794c" },
  onPrimary: { color: "#fff" },
  note: { flexDirection: "row", alignItems: "center", justifyContent: "space-between", gap: 8 },
  text: { flexShrink: 1 },
  error: { color: "#a11a1a" },
});
