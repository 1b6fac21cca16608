import { type ReactNode, useEffect, useState } from "react";

/** Counts down to zero, a second at a time, by the clock: a tab that slept is not behind. */
export function Countdown(props: { seconds: number; children: (left: number) => ReactNode }) {
  const { seconds, children } = props;
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    if (left === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end, left]);

  return children(left);
}
