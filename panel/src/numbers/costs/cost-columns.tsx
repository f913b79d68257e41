import { Group, Text } from '@mantine/core';
import type { Cost } from '@ramal/contract/numbers/costs';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconRefresh, IconRepeat } from '@tabler/icons-react';
import { capitalised } from '../../foundation/capitalised.ts';
import { dayInWords } from '../../foundation/dates.ts';
import type { Column } from '../../ui/table/columns.ts';
import { formatCents } from '../number-words.ts';
import { automaticNote, costKind } from './cost-words.ts';

/** Columns of the costs of a month; `month` is the name of the month. */
export const costColumns = (month: string): readonly Column<Cost>[] => [
  {
    key: 'name',
    header: 'Custo',
    fill: true,
    width: 200,
    card: 'identity',
    value: ({ name }) => name,
    cell: (cost) => (
      <>
        <Text span inherit fw={500} display="block">
          {cost.name}
        </Text>
        <Text span inherit c="dimmed" fz="caption" display="block">
          {noteOf(cost)}
        </Text>
      </>
    ),
    cardCell: ({ name }) => name,
    cardSecond: noteOf,
  },
  {
    key: 'platform',
    header: 'Vale para',
    value: platformName,
    width: 110,
    muted: true,
    cell: platformName,
  },
  {
    key: 'day',
    header: 'Quando',
    width: 130,
    muted: true,
    value: ({ day }) => day,
    cell: When,
  },
  {
    key: 'cents',
    header: capitalised(month),
    align: 'end',
    firstDirection: 'desc',
    value: ({ cents }) => cents,
    width: 110,
    card: 'corner',
    cell: ({ cents }) => (
      <Text span inherit fw={500} className="num">
        {formatCents(cents)}
      </Text>
    ),
  },
];

const platformName = ({ platform }: Cost): string =>
  platform === null ? 'Todas' : platforms[platform].label;

function noteOf({ kind, quantity, cents, repeats, since, correction }: Cost): string {
  if (correction) return 'correção de um mês fechado';
  if (quantity !== null) return automaticNote(kind, quantity, cents);
  if (repeats === 'monthly' && since) return `desde ${dayInWords(since).slice(3)}`;
  return costKind(kind);
}

/**
 * Shows when a cost occurs: calculated automatically, on a day of every month, or on a single day.
 */
function When({ id, repeats, day }: Cost) {
  if (id === null)
    return (
      <Group component="span" gap="xs" wrap="nowrap">
        <IconRefresh size={15} stroke={1.75} aria-hidden /> soma sozinho
      </Group>
    );
  if (repeats === 'monthly' && day)
    return (
      <Group component="span" gap="xs" wrap="nowrap">
        <IconRepeat size={15} stroke={1.75} aria-hidden /> todo dia {Number(day.slice(8))}
      </Group>
    );
  return <span className="num">{day ? dayInWords(day) : ''}</span>;
}
