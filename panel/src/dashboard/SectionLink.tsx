import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Destination } from '../ui/destination.ts';
import classes from './SectionLink.module.css';

export function SectionLink({ to, children }: { to: Destination['to']; children: string }) {
  return (
    <Link className={classes.root} data-touch-area to={to}>
      {children} <IconArrowRight size={15} stroke={1.75} aria-hidden />
    </Link>
  );
}
