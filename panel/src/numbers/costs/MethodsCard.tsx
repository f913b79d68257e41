/** Receipts of the month by method. The sum is the received amount. */
import { Box, Text } from '@mantine/core';
import { pluralize } from '../../foundation/numbers.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { formatCents } from '../number-words.ts';
import classes from './MethodsCard.module.css';

type Method = 'pix' | 'card' | 'manual';

export const methodLabels: Readonly<Record<Method, string>> = {
  pix: 'Pix',
  card: 'Cartão',
  manual: 'Por fora',
};

interface MethodsCardProps {
  readonly methods: readonly {
    readonly method: Method;
    readonly cents: number;
    readonly count: number;
  }[];
}

export function MethodsCard({ methods }: MethodsCardProps) {
  if (methods.length === 0) return null;
  return (
    <Panel p={0} label="Recebido por meio">
      <Text component="h2" fz="phone" px="var(--inset)" py="lg">
        Recebido por meio
      </Text>
      <ul>
        {methods.map(({ method, cents, count }) => (
          <li key={method} className={classes.row}>
            <Box flex={1}>
              {methodLabels[method]}
              <Text span inherit c="dimmed" fz="caption" ms="sm">
                {pluralize(count, 'pagamento', 'pagamentos')}
              </Text>
            </Box>
            <Text span inherit fw={500} className="num">
              {formatCents(cents)}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
