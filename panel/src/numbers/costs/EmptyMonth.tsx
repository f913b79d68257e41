/** Explanation and example for an account that never received a payment nor had a cost. */
import { Stack, Text } from '@mantine/core';
import type { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { Panel } from '../../ui/layout/Panel.tsx';
import { type Example, ExampleFigures } from '../ExampleFigures.tsx';

const example: readonly Example[] = [
  { figure: 'received', value: 'R$ 7.846,00', note: '225 pagamentos' },
  { figure: 'costs', value: 'R$ 1.948,00', note: '7 custos' },
  { figure: 'profit', value: 'R$ 5.898,00', note: '7.846 − 1.948' },
  { figure: 'margin', value: '75,2%', note: '5.898 ÷ 7.846' },
];

/** True if none of the months has a receipt or a cost. */
export const hasNoMoney = ({ state, months }: ResponseOf<typeof getNumbers>): boolean =>
  state === 'ready' &&
  months.every(({ receivedCents, costCents }) => receivedCents === 0 && costCents === 0);

export const EmptyMonth = () => (
  <Stack gap="2xl">
    <Panel p="var(--inset)">
      <Text fz="body">
        O lucro aparece com o primeiro pagamento ou custo. Pagamentos pelo portal e os que você
        marca como pagos entram sozinhos; servidor, anúncios e outros custos você lança abaixo.
      </Text>
    </Panel>
    <ExampleFigures title="Exemplo de um mês" figures={example} />
  </Stack>
);
