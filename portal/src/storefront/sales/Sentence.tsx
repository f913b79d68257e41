import { useLayoutEffect, useState } from 'react';
import { useTitleFocus } from '../use-title-focus.ts';
import classes from './Sentence.module.css';

/** At the large size a sentence of three lines is higher than this many lines. */
const LONG_LINES = 2.5;

/** Opening sentence of the page. A sentence of more than two lines is smaller on a wide screen. */
export function Sentence({ children }: { children: string }) {
  const title = useTitleFocus();
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const { offsetHeight } = title.current!;
    setIsLong(offsetHeight > LONG_LINES * parseFloat(getComputedStyle(title.current!).lineHeight));
  }, [children, title]);
  return (
    <h1 ref={title} className={classes.root} data-long={isLong} tabIndex={-1}>
      {children}
    </h1>
  );
}
