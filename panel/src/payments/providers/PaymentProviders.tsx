/**
 * /payment-providers: the providers that receive the customers' payments, their proofs, and the
 * provider of each payment method.
 */
import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { getPaymentProviders, type ProviderName } from '@ramal/contract/payments/payment-providers';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { NeedsSecondFactor } from '../../sessions/NeedsSecondFactor.tsx';
import { useProfile } from '../../sessions/profile.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../../ui/layout/RevealTogether.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { FirstProvider } from './FirstProvider.tsx';
import type { ProvidersState } from './provider-words.ts';
import { ProviderCard } from './ProviderCard.tsx';
import { ProviderDialogs, type ProviderDialog } from './ProviderDialogs.tsx';
import { UsesCard } from './UsesCard.tsx';

const breadcrumb = [
  { label: 'Mais' },
  { label: 'Recargas', to: '/recharge-portal' as const },
  { label: 'Recebimento' },
];

export function PaymentProviders() {
  const profile = useProfile().data;
  if (!profile) return null;
  if (profile.secondFactor.enrolled)
    return (
      <RevealTogether>
        <Screen />
      </RevealTogether>
    );
  return (
    <>
      <PageHeader title="Recebimento" breadcrumb={breadcrumb} />
      <NeedsSecondFactor text="Aqui se mudam as chaves de quem recebe. Configure o 2FA da sua conta para continuar." />
    </>
  );
}

function Screen() {
  const query = useCall(getPaymentProviders, {});
  const [dialog, setDialog] = useState<ProviderDialog>();
  const { data } = query;
  const buttons = (
    <>
      <Button
        variant="default"
        disabled={!data}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => setDialog({ kind: 'add' })}
      >
        Adicionar provedor
      </Button>
      <Button
        variant="default"
        leftSection={<IconWebhook size={16} stroke={1.75} aria-hidden />}
        onClick={() => setDialog({ kind: 'notices' })}
      >
        Histórico de avisos
      </Button>
    </>
  );
  return (
    <>
      <PageHeader
        title="Recebimento"
        breadcrumb={breadcrumb}
        actions={buttons}
        phoneActions={buttons}
      />
      <Loaded query={query} failed="Não deu para carregar o recebimento" waiting={<Waiting />}>
        {(state) => <Cards state={state} open={setDialog} />}
      </Loaded>
      {data && dialog && <ProviderDialogs state={data} dialog={dialog} onChange={setDialog} />}
    </>
  );
}

const Waiting = () => (
  <Stack gap="2xl" aria-busy>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2xl">
      <Skeleton height={332} radius={12} />
      <Skeleton height={332} radius={12} />
    </SimpleGrid>
    <Skeleton height={236} radius={12} />
  </Stack>
);

interface CardsProps {
  state: ProvidersState;
  open: (dialog: ProviderDialog) => void;
}

function Cards({ state, open }: CardsProps) {
  const { providers, uses } = state;
  const pixProvider = uses.find(({ use }) => use === 'pix')?.provider;
  const connect = (provider: ProviderName) => open({ kind: 'keys', provider });
  return (
    <Stack gap="2xl">
      {providers.length === 0 ? (
        <FirstProvider isTest={state.testPayments} onChoose={connect} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2xl">
          {providers.map((provider) => (
            <ProviderCard
              key={provider.kind}
              provider={provider}
              servesPix={provider.kind === pixProvider}
              onKeys={() => connect(provider.kind)}
            />
          ))}
        </SimpleGrid>
      )}
      <UsesCard state={state} onReceiver={() => open({ kind: 'receiver' })} />
    </Stack>
  );
}
