import { Anchor } from "../elements/anchor.tsx";
import { anchors, type ViewType } from "../view-names.ts";
import { useCard } from "./card.ts";

/** A link to another view. It is a real one: it has an address, opens in a tab, and Back returns. */
export function ViewLink({ to, children }: { to: ViewType; children: string }) {
  const { follow } = useCard();
  return (
    <Anchor href={`#${anchors[to]}`} onClick={(event) => follow(event, to)}>
      {children}
    </Anchor>
  );
}
