import { Link } from '@tanstack/react-router';
import type { Destination } from '../ui/destination.ts';
import classes from './NoteLink.module.css';

/** A count inside a text, as a link to the counted rows (Q-COUNTS). */
export const NoteLink = ({ to, children }: { to: Destination; children: string }) => (
  <Link className={classes.root} {...to}>
    {children}
  </Link>
);
