import { Checkbox, Group } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listSecondFactors } from '@ramal/contract/second-factors';
import { IconShieldOff } from '@tabler/icons-react';
import { pluralize } from '../foundation/numbers.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';

export type FactorRow = ResponseOf<typeof listSecondFactors>['data'][number];

export const hasFactor = ({ has2fa, passkeys }: FactorRow): boolean => has2fa || passkeys > 0;

export interface FactorSelection {
  readonly has: (id: number) => boolean;
  readonly set: (rows: readonly FactorRow[], on: boolean) => void;
}

export const secondFactorColumns = (
  selection: FactorSelection,
  search: string,
): Column<FactorRow>[] => [
  {
    key: 'tick',
    header: 'Marcar',
    headerHidden: true,
    width: 44,
    card: 'corner',
    // Accounts without a second factor cannot be selected, unlike the rows of other lists.
    cell: (row) => (
      <Checkbox
        aria-label={`Marcar ${row.username}`}
        disabled={!hasFactor(row)}
        checked={selection.has(row.id)}
        onChange={({ currentTarget }) => selection.set([row], currentTarget.checked)}
      />
    ),
  },
  {
    key: 'id',
    header: 'ID',
    width: 80,
    muted: true,
    cell: ({ id }) => id,
  },
  {
    key: 'username',
    header: 'NOME',
    fill: true,
    card: 'identity',
    cell: (row) =>
      String(row.id) === search.trim() ? (
        <Group gap="sm" wrap="nowrap">
          {row.username} <StatusBadge tone="off">ID</StatusBadge>
        </Group>
      ) : (
        row.username
      ),
  },
  {
    key: 'owner',
    header: 'DONO',
    width: 200,
    muted: true,
    cell: (row) => row.owner ?? '–',
  },
  {
    key: 'has2fa',
    header: '2FA',
    firstDirection: 'desc',
    width: 190,
    card: 'status',
    cell: (row) => <Factor row={row} />,
  },
];

function Factor({ row: { has2fa, passkeys } }: { row: FactorRow }) {
  const factors = [
    ...(has2fa ? ['Aplicativo'] : []),
    ...(passkeys > 0 ? [pluralize(passkeys, 'chave', 'chaves')] : []),
  ];
  if (factors.length > 0) return <StatusBadge tone="ok">{factors.join(' · ')}</StatusBadge>;
  return (
    <Group gap="2xs" wrap="nowrap" c="var(--ink-3)" fz="xs">
      <IconShieldOff size={15} stroke={1.75} aria-hidden /> Não tem
    </Group>
  );
}
