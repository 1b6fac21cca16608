import type { Mark } from "../mark.ts";

/** Google: the G in its four colours, each a piece of the ring. */
const google: Mark = [
  ["#4285f4", "M22.8 10H12v4.3h6.2A6.6 6.6 0 0 1 16.4 16.9L19.4 20.2A11 11 0 0 0 22.8 10z"],
  ["#34a853", "M19.4 20.2A11 11 0 0 1 2.2 17L6.1 15A6.6 6.6 0 0 0 16.4 16.9z"],
  ["#fbbc05", "M2.2 17A11 11 0 0 1 2.2 7L6.1 9A6.6 6.6 0 0 0 6.1 15z"],
  ["#ea4335", "M2.2 7A11 11 0 0 1 19.9 4.4L16.7 7.4A6.6 6.6 0 0 0 6.1 9z"],
];

export default google;
