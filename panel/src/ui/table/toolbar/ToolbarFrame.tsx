import type { ReactNode } from 'react';
import classes from './ToolbarFrame.module.css';

export interface ToolbarFrameProps {
  className?: string;
  children: ReactNode;
}

/** The row of search and filters above a list. */
export function ToolbarFrame({ className = '', children }: ToolbarFrameProps) {
  return (
    <div className={`${classes.root} ${className}`} role="search" data-list-toolbar>
      {children}
    </div>
  );
}
