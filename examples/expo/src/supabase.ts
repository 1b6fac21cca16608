import AsyncStorage from "@react-native-async-storage/async-storage";
import { createClient } from "@supabase/supabase-js";
import { Platform } from "react-native";

const url = process.env.EXPO_PUBLIC_SUPABASE_URL ?? "";
const key = process.env.EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? "";

export const supabase = createClient(url, key, {
  auth: {
    storage: AsyncStorage,
    // In a browser, the link is the page's address. An app receives it as an event (links.ts).
    detectSessionInUrl: Platform.OS === "web",
  },
});
