import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../destination.ts';
import classes from './SheetTile.module.css';

export function SheetTiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>;
}

interface SheetTileProps {
  icon: Icon;
  label: string;
  look?: 'accent' | 'test' | undefined;
  /** Page that the tile opens as a link. Without it, the tile is a button. */
  destination?: Destination;
  onClick: () => void;
}

export function SheetTile({ icon: TileIcon, label, look, destination, onClick }: SheetTileProps) {
  const inside = (
    <>
      <TileIcon size={22} stroke={1.75} aria-hidden />
      {label}
    </>
  );
  const shared = { className: classes.root, 'data-look': look, onClick };
  if (destination)
    return (
      <Link {...destination} {...shared}>
        {inside}
      </Link>
    );
  return (
    <button type="button" {...shared}>
      {inside}
    </button>
  );
}
