import { UserContextProvider, useUser } from "@portico/react";
import { ScrollView } from "react-native";
import { SafeAreaProvider, SafeAreaView } from "react-native-safe-area-context";
import { useLinks } from "./links";
import { Notes } from "./notes";
import { NewPassword, SignIn } from "./sign-in";
import { styles } from "./styles";
import { supabase } from "./supabase";

export function App() {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <SafeAreaProvider>
        <SafeAreaView style={styles.screen}>
          <ScrollView
            role="main"
            contentContainerStyle={styles.page}
            keyboardShouldPersistTaps="handled"
          >
            <Page />
          </ScrollView>
        </SafeAreaView>
      </SafeAreaProvider>
    </UserContextProvider>
  );
}

/** Renders nothing while the session is loading, so that the form does not flash. */
function Page() {
  useLinks();
  const { status, user, recovering } = useUser();
  if (status === "loading") return null;
  if (!user) return <SignIn />;
  return recovering ? <NewPassword /> : <Notes user={user} />;
}
