import type { LiHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './PanelList.module.css';

interface PanelListProps {
  title: string;
  ref?: Ref<HTMLUListElement>;
  /** Rows of the panel, as `PanelRow` elements. */
  rows: ReactNode;
  children?: ReactNode;
}

/** Frame that the panels for views and columns share. */
export function PanelList({ title, ref, rows, children }: PanelListProps) {
  return (
    <div className={classes.root}>
      <h2>{title}</h2>
      <ul ref={ref} className={classes.list}>
        {rows}
      </ul>
      {children}
    </div>
  );
}

export function PanelRow(props: LiHTMLAttributes<HTMLLIElement>) {
  return <li {...props} className={classes.row} />;
}
