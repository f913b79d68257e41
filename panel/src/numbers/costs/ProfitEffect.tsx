/** The profit of the month before and after a new cost. */
import { Group, Text } from '@mantine/core';
import type { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconArrowRight } from '@tabler/icons-react';
import { parseHundredths } from '../../foundation/amounts.ts';
import { findFigure } from '../figures.ts';
import { currentMonth, formatCents, monthWord } from '../number-words.ts';

interface EffectProps {
  readonly numbers: Pick<ResponseOf<typeof getNumbers>, 'figures'>;
  readonly values: {
    /** Typed amount. */
    readonly cents: string;
    /** First day, yyyy-mm-dd. */
    readonly since: string;
  };
  readonly now: Date;
}

export function ProfitEffect({ numbers, values, now }: EffectProps) {
  const received = findFigure(numbers.figures, 'received')?.value;
  const costs = findFigure(numbers.figures, 'costs')?.value;
  if (typeof received !== 'number' || typeof costs !== 'number') return null;
  const before = received - costs;
  const amount = parseHundredths(values.cents) ?? 0;
  const isLater = values.since.slice(0, 7) > currentMonth(now);
  return (
    <Group
      justify="space-between"
      gap="sm"
      px="xl"
      py="lg"
      bd="1px solid var(--line)"
      bdrs="var(--radius-field)"
      bg="var(--head)"
      fz="control"
      aria-live="polite"
    >
      <Text span inherit c="var(--ink-2)">
        {isLater ? `Conta a partir de ${monthWord(values.since.slice(0, 7))}` : 'Lucro'}
      </Text>
      {!isLater && (
        <Group gap="sm" wrap="nowrap" className="num">
          {amount > 0 && (
            <>
              <Text span inherit c="dimmed">
                {formatCents(before)}
              </Text>
              <IconArrowRight size={14} stroke={1.75} aria-label="passa a" />
            </>
          )}
          <b>{formatCents(before - amount)}</b>
        </Group>
      )}
    </Group>
  );
}
