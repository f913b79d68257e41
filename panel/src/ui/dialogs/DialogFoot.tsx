import { type ReactNode, useEffect, useState } from 'react';
import classes from './DialogFoot.module.css';

export interface DialogFootProps {
  /** Stays in sight while a long form scrolls. */
  sticky?: boolean;
  /** Draws no line and no margin. */
  bare?: boolean;
  children: ReactNode;
}

/** The second tap of two does not press what the first has opened under the finger. */
const DEAF_MS = 350;

/** The buttons of a dialog. */
export function DialogFoot({ sticky = false, bare = false, children }: DialogFootProps) {
  const [isDeaf, setDeaf] = useState(true);
  useEffect(() => {
    const hears = setTimeout(() => setDeaf(false), DEAF_MS);
    return () => clearTimeout(hears);
  }, []);
  return (
    <div
      className={classes.root}
      data-sticky={sticky || undefined}
      data-bare={bare || undefined}
      data-deaf={isDeaf || undefined}
      data-dialog-foot
    >
      {children}
    </div>
  );
}
