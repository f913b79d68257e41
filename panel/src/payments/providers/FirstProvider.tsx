import { Group, Text } from '@mantine/core';
import { type ProviderName, providerKinds } from '@ramal/contract/payments/payment-providers';
import { Panel } from '../../ui/layout/Panel.tsx';
import { TestPayment } from '../TestPayment.tsx';
import { ProviderTiles } from './ProviderTiles.tsx';

interface FirstProviderProps {
  /** True if accounts without keys use the test provider of the installation. */
  isTest: boolean;
  onChoose: (provider: ProviderName) => void;
}

/** Card for an account that has not connected a provider. The page shows no other card then. */
export const FirstProvider = ({ isTest, onChoose }: FirstProviderProps) => (
  <Panel p="3xl" gap="xl" label="Ligue um provedor">
    <div>
      <Text component="h2" inherit fz="lead" fw={600}>
        Ligue um provedor
      </Text>
      <Text c="var(--ink-2)" fz="note">
        {isTest
          ? 'Sem chaves, o painel fica em modo de teste: nada é cobrado.'
          : 'Sem um provedor, o portal não oferece pagamento.'}
      </Text>
    </div>
    <ProviderTiles providers={providerKinds} onChoose={onChoose} />
    {isTest && (
      <Group>
        <TestPayment />
      </Group>
    )}
  </Panel>
);
