/**
 * Returns a replacement for a component in React's server graph that throws a helpful error. Otherwise React would try
 * to serialize the Supabase client, and fail with "RangeError: Maximum call stack size exceeded" while formatting its
 * own error message.
 */
export function throwInServerComponent(name: string): () => never {
  return () => {
    throw new Error(
      `<${name}> was rendered in a Server Component, which cannot pass a Supabase client to the browser. Write "use client" on the first line of the file that renders <${name}>. https://react.dev/reference/rsc/use-client`,
    );
  };
}
