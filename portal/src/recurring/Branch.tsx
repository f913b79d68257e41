import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import classes from './Branch.module.css';
import { cross, repeatOff } from './icons.ts';
import { check } from '../ui/icons.ts';

export interface BranchNode {
  /**
   * `done` and `refused` are past steps. `running` is in progress. `next` is the first future step
   * and `later` a step after it. `skipped` will not happen.
   */
  readonly state: 'done' | 'refused' | 'next' | 'later' | 'running' | 'skipped';
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Amount that is shown at the right of the title. */
  readonly value?: string;
}

const marks: Partial<Record<BranchNode['state'], string>> = {
  done: check,
  refused: cross,
  skipped: repeatOff,
};

/** List of steps in the order of time, connected by a line. */
export const Branch = ({ nodes }: { nodes: readonly BranchNode[] }) => (
  <ol className={classes.root}>
    {nodes.map(({ state, title, text, value }, at) => (
      <li key={at} data-state={state}>
        <i className={classes.node} aria-hidden>
          {marks[state] && <Icon path={marks[state]} em={0.875} />}
        </i>
        <span className={classes.text}>
          <span>{title}</span>
          {value && <b>{value}</b>}
          {text && <small>{text}</small>}
        </span>
      </li>
    ))}
  </ol>
);
