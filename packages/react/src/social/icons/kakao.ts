import type { ProviderIcon } from "../provider-icon.ts";

/** Kakao: the speech bubble on its yellow background. */
const kakao: ProviderIcon = [
  ["#fee500", "M5 1h14a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z"],
  [
    "#191919",
    "M12 5.2c-4.2 0-7.6 2.65-7.6 5.9 0 2.1 1.4 3.95 3.56 5l-.7 2.65c-.07.27.23.49.46.33l3.1-2.05c.39.04.78.06 1.18.06 4.2 0 7.6-2.69 7.6-5.99s-3.4-5.9-7.6-5.9z",
  ],
];

export default kakao;
