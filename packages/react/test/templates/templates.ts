import normalize from "@unocss/reset/normalize.css?inline";
import preflight from "@unocss/reset/tailwind-v4.css?inline";
import bootstrap from "bootstrap/dist/css/bootstrap-reboot.css?inline";
import chakra from "./chakra.css?inline";
import createNextApp from "./create-next-app.css?inline";
import createVite from "./create-vite.css?inline";
import createVite7 from "./create-vite-7.css?inline";
import daisyui from "./daisyui.css?inline";
import mantine from "./mantine.css?inline";
import mui from "./mui.css?inline";
import reactRouter from "./react-router.css?inline";
import shadcn from "./shadcn.css?inline";
import tailwind3 from "./tailwind-3.css?inline";
import tanstackStart from "./tanstack-start.css?inline";

/** The output of Tailwind CSS 4 for `@import "tailwindcss"`. */
export const tailwind4 = `@layer theme, base, components, utilities; @layer base {${preflight}}`;

/** The style sheets of new applications, by the tool that creates them. */
export const templates = [
  { name: "create-vite", css: createVite },
  { name: "create-vite 7", css: createVite7 },
  { name: "create-next-app", css: createNextApp },
  { name: "create-next-app with Tailwind CSS 4", css: tailwind4 },
  { name: "create-react-router", css: tailwind4 + reactRouter },
  { name: "TanStack Start", css: tailwind4 + tanstackStart },
  { name: "Remix with Tailwind CSS 3", css: tailwind3 },
  { name: "shadcn/ui", css: tailwind4 + shadcn },
  { name: "DaisyUI", css: `@layer theme, base, components, utilities; ${daisyui}` },
  { name: "Bootstrap", css: bootstrap },
  { name: "Material UI", css: mui },
  { name: "Chakra UI", css: chakra },
  { name: "Mantine", css: mantine },
  { name: "Mantine in layers", css: `@layer mantine {${mantine}}` },
  { name: "normalize.css", css: normalize },
] as const;

const commonNames = new Set([
  "create-vite",
  "create-next-app",
  "create-next-app with Tailwind CSS 4",
  "Remix with Tailwind CSS 3",
  "Bootstrap",
]);

/** One template for each way in which style sheets affect elements. `otherTemplates` has the other templates. */
export const commonTemplates = templates.filter(({ name }) => commonNames.has(name));
export const otherTemplates = templates.filter(({ name }) => !commonNames.has(name));
