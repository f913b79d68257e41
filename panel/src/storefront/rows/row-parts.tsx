/** Parts that the three lists of the sales page share. */
import { definedOnly } from '../../ui/list/defined-only.ts';
import { Stack, Text } from '@mantine/core';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { platforms } from '@ramal/contract/rules/platforms';
import { storefrontPeriods } from '@ramal/contract/storefront/numbers';
import { IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../lines/fields/whatsapp.ts';
import type { NothingFoundText } from '../../ui/list/list.ts';
import type { EmptyList } from '../../ui/table/list-states.tsx';
import type { FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import { DEFAULT_PERIOD, periodLabels } from '../numbers/numbers-params.ts';

export const frame = (label: string) => ({
  title: label,
  breadcrumb: [
    { label: 'Vendas' },
    { label: 'Página de venda', to: '/storefront' as const },
    { label },
  ],
  backTo: '/storefront/numbers',
  refresh: false as const,
});

interface PeriodParams {
  readonly filter: (
    name: 'period',
    options: {
      label: string;
      options: readonly { value: (typeof storefrontPeriods)[number]; label: string }[];
      fallback: (typeof storefrontPeriods)[number];
    },
  ) => FilterSelect;
}

export const periodSelect = (params: PeriodParams): FilterSelect =>
  params.filter('period', {
    label: 'Período',
    fallback: DEFAULT_PERIOD,
    options: storefrontPeriods.map((value) => ({ value, label: periodLabels[value] })),
  });

export const emptyRows: EmptyList = { icon: IconUserOff, title: 'Ninguém neste número' };

interface FilteredList<Filters> {
  readonly params: {
    readonly search?: string | undefined;
    readonly change: (values: { readonly [Name in keyof Filters | 'search']?: undefined }) => void;
  };
  readonly filters: Filters;
}

/** State of a filtered list without rows. Undefined without a search or filter. */
export function nothingFound<Filters extends object>(
  { params, filters }: FilteredList<Filters>,
  title: string,
  label: string,
): NothingFoundText | undefined {
  const set = Object.keys(definedOnly(filters));
  if (set.length === 0 && !params.search) return undefined;
  const cleared = Object.fromEntries(['search', ...set].map((name) => [name, undefined]));
  return { title, clear: { label, onClick: () => params.change(cleared as never) } };
}

export const atSeconds = (seconds: number): Date => new Date(seconds * 1_000);

interface LineRow {
  readonly phone: string;
  readonly line: {
    readonly id: number;
    readonly platform: PlatformKey;
    readonly username: string;
  } | null;
}

/** The number of a request with its line below. A deleted line has no link. */
export const Customer = ({ phone, line }: LineRow) => (
  <Stack component="span" gap="1px">
    <span>{phone === '' ? 'Número excluído' : formatNumber(phone)}</span>
    {line && (
      <Text span inherit fz="caption">
        <Link
          to={platforms[line.platform].listPath}
          search={{ search: line.username, dialog: 'receipt', line: line.id } as never}
          className="mono"
        >
          {line.username}
        </Link>
      </Text>
    )}
  </Stack>
);
