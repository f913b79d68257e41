/**
 * Replaces the cost form if the month is closed. Shows the date of the closing and the later
 * corrections.
 */
import { Text } from '@mantine/core';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconLock } from '@tabler/icons-react';
import { capitalised } from '../../foundation/capitalised.ts';
import { formatDate } from '../../foundation/dates.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { monthWord } from '../number-words.ts';
import { useRowsLink } from '../numbers-params.ts';

interface ClosedMonthProps {
  readonly numbers: Pick<ResponseOf<typeof getNumbers>, 'period'>;
  /** Format yyyy-mm. */
  readonly month: string;
}

export function ClosedMonth({ numbers, month }: ClosedMonthProps) {
  const rowsOf = useRowsLink();
  const name = capitalised(monthWord(month));
  return (
    <Panel p="var(--inset)" gap="md" align="flex-start" label="Mês fechado">
      <IconLock size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
      <Text fz="body">{closedInWords(name, numbers.period.closedAtTimestamp)}</Text>
      <LinkButton variant="default" size="xs" {...rowsOf('corrections', { period: month })}>
        Ver as correções
      </LinkButton>
    </Panel>
  );
}

/** Returns «Outubro fechou em 01/11/2026.» */
export const closedInWords = (name: string, closedAtTimestamp: number | null): string =>
  closedAtTimestamp === null
    ? `${name} ainda está fechando.`
    : `${name} fechou em ${formatDate(new Date(closedAtTimestamp * 1000))}.`;
