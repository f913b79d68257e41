import { type ReactNode, useEffect, useState } from 'react';
import classes from './DialogHint.module.css';

/** Whoever waits longer asks themselves whether it still goes on. */
const SLOW_MS = 8_000;

export interface DialogHintProps {
  /** What is said meanwhile, where the answer is long in coming, stands in its place. */
  running: boolean;
  /** A gentler way to the same end. */
  children: ReactNode;
}

/** What stands beside the buttons of a dialog. */
export function DialogHint({ running, children }: DialogHintProps) {
  const isSlow = useSlow(running);
  const text = isSlow ? 'A rede está lenta. Ainda esperando a resposta…' : children;
  if (!text) return null;
  return (
    <p className={classes.root} role={isSlow ? 'status' : undefined}>
      {text}
    </p>
  );
}

function useSlow(running: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [running]);
  return isSlow;
}
