export { handle as GET, handle as POST } from "../../lib/auth";
