import { Stack, Text } from '@mantine/core';
import { brandFileUrl, type BrandSettings } from '@ramal/contract/brands/brand-settings';
import { defaultBrand } from '@ramal/contract/brands/brands';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { brandKey, DEFAULT_ACCENT } from './brand-values.ts';
import classes from './BrandList.module.css';

export const NEW_BRAND = 'nova';

interface BrandListProps {
  readonly brands: readonly BrandSettings[];
  /** Key of the brand that is open. Undefined for the installation's own brand. */
  readonly open: string | undefined;
  /**
   * True for admins. Only admins see the installation's own brand and the button that creates a
   * brand.
   */
  readonly isAdmin: boolean;
}

export const BrandList = ({ brands, open, isAdmin }: BrandListProps) => (
  <Stack
    component="nav"
    gap="3xs"
    p="sm"
    bd="1px solid var(--line)"
    bdrs="var(--radius-card)"
    bg="var(--surface)"
    aria-label="Marcas"
  >
    {isAdmin && (
      <Row
        brand={undefined}
        name={defaultBrand.name}
        note="marca da casa"
        accent={DEFAULT_ACCENT}
        isOpen={open === undefined}
      />
    )}
    {brands.map((brand) => (
      <Row
        key={brandKey(brand)}
        brand={brandKey(brand)}
        name={brand.name}
        note={noteOf(brand)}
        accent={brand.accent}
        logo={brand.logo}
        isOpen={open === brandKey(brand)}
      />
    ))}
    {isAdmin && (
      <Link
        to="/brands/{-$brand}"
        params={{ brand: NEW_BRAND }}
        className={classes.row}
        data-open={open === NEW_BRAND || undefined}
      >
        <IconPlus size={18} stroke={1.75} aria-hidden />
        Nova marca
      </Link>
    )}
  </Stack>
);

const noteOf = ({ id, hosts }: BrandSettings): string =>
  id === null ? 'do arquivo' : pluralize(hosts.length, 'endereço', 'endereços');

interface RowProps {
  readonly brand: string | undefined;
  readonly name: string;
  readonly note: string;
  readonly accent: string;
  readonly logo?: string;
  readonly isOpen: boolean;
}

const Row = ({ brand, name, note, accent, logo, isOpen }: RowProps) => (
  <Link
    to="/brands/{-$brand}"
    params={{ brand }}
    className={classes.row}
    data-open={isOpen || undefined}
    aria-current={isOpen ? 'page' : undefined}
    style={{ '--accent': accent } as CSSProperties}
  >
    <BrandMark size={32} logo={logo ? brandFileUrl(logo) : undefined} />
    <span>
      <Text component="b" inherit display="block" c="var(--ink)" fz="control" fw={500}>
        {name}
      </Text>
      {note}
    </span>
  </Link>
);
