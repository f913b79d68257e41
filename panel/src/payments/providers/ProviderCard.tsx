/**
 * Card of a payment provider: its payment methods, its masked keys, and what has been checked about
 * them.
 */
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { checkProvider, getPaymentProviders } from '@ramal/contract/payments/payment-providers';
import { IconRefresh } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { TestPayment } from '../TestPayment.tsx';
import classes from './ProviderCard.module.css';
import { ProviderMark } from './ProviderTiles.tsx';
import {
  abilityText,
  type Proof,
  proofAside,
  proofIcons,
  proofText,
  type Provider,
  providerNames,
  providerStatus,
} from './provider-words.ts';

interface ProviderCardProps {
  provider: Provider;
  /** True if new Pix codes come from this provider, so that a test payment proves its keys. */
  servesPix: boolean;
  onKeys: () => void;
}

const HIDDEN = '••••••••••••';
const keyLabels = {
  'mercado-pago': 'Chave pública',
  asaas: 'Chave de API',
  woovi: 'AppID',
} as const;

export function ProviderCard({ provider, servesPix, onKeys }: ProviderCardProps) {
  const { kind, status, keyHint, noticeUrl, proofs } = provider;
  const now = useNow();
  const name = providerNames[kind];
  const { label, tone } = providerStatus[status];
  const hasNoNotice = proofs.some(({ key, state }) => key === 'notices' && state !== 'proven');
  return (
    <Panel gap="xl" px="3xl" pt="calc(4.5 * var(--space-2xs))" pb="3xl" label={name}>
      <Group gap="lg" wrap="nowrap">
        <ProviderMark provider={kind} />
        <Stack gap={0} flex={1}>
          <Text component="h2" inherit fz="lead" fw={600}>
            {name}
          </Text>
          <Text c="var(--ink-2)" fz="note">
            {abilityText(provider)}
          </Text>
        </Stack>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <TextField label={keyLabels[kind]} mono readOnly value={keyHint} />
        {kind !== 'woovi' && (
          <TextField
            label={kind === 'asaas' ? 'Senha dos avisos' : 'Chave privada'}
            mono
            readOnly
            value={kind === 'asaas' && !provider.hasNoticePassword ? '' : HIDDEN}
          />
        )}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="default" onClick={onKeys}>
          Alterar Chaves
        </Button>
        {kind !== 'mercado-pago' && <CheckAgain provider={kind} />}
        {servesPix && <TestPayment size="sm" />}
        {hasNoNotice && <CopyButton text={noticeUrl} label="Copiar endereço" />}
      </Group>
      <ul className={classes.proofs}>
        {proofs.map((proof) => (
          <ProofRow key={proof.key} proof={proof} now={now} />
        ))}
      </ul>
    </Panel>
  );
}

/**
 * Button that checks the provider's account immediately. If the check fails, the card still shows
 * the previous proofs.
 */
function CheckAgain({ provider }: { provider: 'asaas' | 'woovi' }) {
  const toast = useToast();
  const check = useAction(checkProvider, {
    refresh: [getPaymentProviders],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  return (
    <>
      <Button
        variant="subtle"
        loading={check.isPending}
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        onClick={() => check.mutate({ params: { provider }, body: {} })}
      >
        Conferir de novo
      </Button>
      {check.isError && (
        <Text role="alert" c="var(--warn)" fz="note">
          Não deu para conferir agora
        </Text>
      )}
    </>
  );
}

function ProofRow({ proof, now }: { proof: Proof; now: Date }) {
  const ProofIcon = proofIcons[proof.state];
  const aside = proofAside(proof, now);
  return (
    <li data-state={proof.state}>
      <ProofIcon size={17} stroke={1.75} aria-hidden />
      <span className={classes.text}>{proofText(proof)}</span>
      {aside && (
        <Text span inherit c="var(--ink-2)" fz="note" ta="end">
          {aside}
        </Text>
      )}
    </li>
  );
}
