import { type ReactNode, useEffect, useState } from 'react';
import classes from './DialogHint.module.css';

/** Time in ms after which the dialog states that the call is still running. */
const SLOW_MS = 8_000;

interface DialogHintProps {
  /** True while a call is running. If the call is slow, a message replaces the hint. */
  running: boolean;
  /** Hint about a less drastic alternative to the action. */
  children: ReactNode;
}

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
