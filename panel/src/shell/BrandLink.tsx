import { Link } from '@tanstack/react-router';
import { BrandMark } from '../ui/BrandMark.tsx';
import type { ShellBrand } from './menu/menu.ts';
import classes from './BrandLink.module.css';

interface BrandLinkProps {
  brand: ShellBrand;
  /** True if only the mark is shown, without the name. */
  bare?: boolean;
  onClick?: () => void;
}

/** Link to the home screen that shows the brand's mark and name. */
export function BrandLink({ brand, bare = false, onClick }: BrandLinkProps) {
  return (
    <Link
      to="/"
      className={classes.root}
      data-touch-area
      aria-label={`${brand.name}, início`}
      onClick={onClick}
    >
      <BrandMark size={28} logo={brand.logo} />
      {!bare && <span>{brand.name}</span>}
    </Link>
  );
}
