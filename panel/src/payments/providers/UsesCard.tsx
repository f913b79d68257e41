/**
 * «Quem faz o quê»: the provider of each payment method, and the switch that offers recurring Pix.
 */
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { PaymentUse, ProviderName } from '@ramal/contract/payments/payment-providers';
import { type ReactNode, useState } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { IconTile } from '../../ui/IconTile.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { AssignPix } from './AssignPix.tsx';
import { OfferRecurring } from './OfferRecurring.tsx';
import type { ProvidersState } from './provider-words.ts';
import { providerNames, useWords } from './provider-words.ts';
import classes from './UsesCard.module.css';

interface UsesCardProps {
  state: ProvidersState;
  /** Opens the form about the receiver of payments. */
  onReceiver: () => void;
}

export function UsesCard({ state, onReceiver }: UsesCardProps) {
  const [assigned, setAssigned] = useState<ProviderName>();
  const [offer, setOffer] = useState<boolean>();
  const isTest = state.testPayments && state.providers.length === 0;
  const hasSpare = state.uses.some(({ use, choices }) => use === 'pix' && choices.length > 1);
  return (
    <Panel p={0} label="Quem faz o quê">
      <header className={classes.head}>
        <Text component="h2" inherit fz="lead" fw={600}>
          Quem faz o quê
        </Text>
        <Text c="var(--ink-2)" fz="note">
          O cliente vê só o que estiver ligado aqui.
          {hasSpare && ' Se um provedor falhar, o Pix na hora passa para o outro.'}
        </Text>
      </header>
      {state.uses.map((row) => (
        <UseRow key={row.use} row={row} recurring={state.recurring}>
          <Provider row={row} isTest={isTest} onChange={setAssigned} />
          {row.use === 'recurring' && (
            <Offer state={state} onChange={setOffer} onReceiver={onReceiver} />
          )}
        </UseRow>
      ))}
      {assigned && <AssignPix provider={assigned} onClose={() => setAssigned(undefined)} />}
      {offer !== undefined && (
        <OfferRecurring
          offer={offer}
          active={state.recurring.activeAuthorizations}
          onClose={() => setOffer(undefined)}
        />
      )}
    </Panel>
  );
}

type Use = ProvidersState['uses'][number];

interface UseRowProps {
  row: Use;
  recurring: ProvidersState['recurring'];
  children: ReactNode;
}

function UseRow({ row, recurring, children }: UseRowProps) {
  const { icon: UseIcon, title, text } = useWords[row.use];
  const isRecurring = row.use === 'recurring';
  const reason = isRecurring && !recurring.eligible ? recurring.reason : '';
  return (
    <div className={classes.row} data-on={(isRecurring && recurring.offered) || undefined}>
      <IconTile tone="plain" size={34}>
        <UseIcon size={18} stroke={1.75} aria-hidden />
      </IconTile>
      <Stack gap={0}>
        <Text component="h3" inherit fz="body" fw={500}>
          {title}
        </Text>
        <Text c={reason ? 'var(--warn)' : 'var(--ink-2)'} fz="note">
          {reason || text}
        </Text>
      </Stack>
      <Group gap="xl" className={classes.control}>
        {children}
      </Group>
      <Text span inherit c="var(--ink-2)" fz="note" className={classes.count}>
        {countText(row)}
      </Text>
    </div>
  );
}

const countText = ({ use, count }: Use): string =>
  use === 'recurring'
    ? pluralize(count, 'autorização ativa', 'autorizações ativas')
    : `${count} em 30 dias`;

interface ProviderProps {
  row: Use;
  /** True if the test provider serves the account, because it has no keys. */
  isTest: boolean;
  onChange: (provider: ProviderName) => void;
}

function Provider({ row: { use, provider, choices }, isTest, onChange }: ProviderProps) {
  if (choices.length === 0)
    return (
      <Text span inherit c="var(--ink-3)" fz="note">
        {isTest ? 'modo de teste' : 'nenhum provedor'}
      </Text>
    );
  return (
    <Segmented
      label={`Quem faz: ${labels[use]}`}
      value={provider ?? ''}
      options={choices.map((kind) => ({ value: kind, label: providerNames[kind] }))}
      onChange={(chosen) => onChange(chosen as ProviderName)}
    />
  );
}

const labels: Record<PaymentUse, string> = {
  pix: useWords.pix.title,
  card: useWords.card.title,
  recurring: useWords.recurring.title,
};

interface OfferProps {
  state: ProvidersState;
  onChange: (offer: boolean) => void;
  onReceiver: () => void;
}

function Offer({ state: { recurring, receiver }, onChange, onReceiver }: OfferProps) {
  return (
    <>
      <Switch
        label="Oferecer"
        checked={recurring.offered}
        disabled={!recurring.eligible && !recurring.offered}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {!receiver?.mayRecur && (
        <Button variant="subtle" size="sm" onClick={onReceiver}>
          {receiver ? 'Mudar quem recebe' : 'Dizer quem recebe'}
        </Button>
      )}
    </>
  );
}
