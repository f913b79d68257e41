import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type RichText, richNode } from '../rich-text.tsx';
import classes from './Facts.module.css';

export interface Fact {
  icon: Icon;
  tone?: 'bad' | 'warn' | 'ok' | undefined;
  /** Text of the fact. `**bold**` in it is rendered in bold. */
  text: RichText | ReactNode;
}

/** Lists the effects of an action before it runs, and what stays unchanged. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className={classes.root}>
      {facts.map(({ icon: FactIcon, tone, text }, index) => (
        <li key={index} data-tone={tone}>
          <FactIcon size={19} stroke={1.75} aria-hidden />
          <p>{richNode(text)}</p>
        </li>
      ))}
    </ul>
  );
}
