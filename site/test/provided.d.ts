import "../../packages/react/test/provided.d.ts";
