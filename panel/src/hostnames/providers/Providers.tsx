/** The operator's registrar and DNS provider: which, whether proven, and what they said last. */
import { Button, Skeleton, Stack } from '@mantine/core';
import {
  type DnsProviderState,
  type RegistrarState,
  getDnsProvider,
  getRegistrar,
} from '@ramal/contract/operations/dns-providers';
import { IconCoins, IconWorldCog } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { countOf, formatDollars } from '../../foundation/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SettingRow } from '../../ui/layout/SettingRow.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { HostnameParams } from '../hostname-params.ts';
import { providerWords, registrarWords } from './provider-words.ts';

interface ProvidersProps {
  readonly open: HostnameParams['openDialog'];
  readonly onClose: () => void;
}

export function Providers({ open, onClose }: ProvidersProps) {
  const registrar = useCall(getRegistrar, {});
  const provider = useCall(getDnsProvider, {});
  const error = registrar.error ?? provider.error;
  return (
    <Dialog opened onClose={onClose} width={640} title="Provedores">
      {registrar.data && provider.data ? (
        <Stack gap="3xl">
          <SettingRow
            icon={IconCoins}
            level={3}
            title={`Registrador: ${registrarWords[registrar.data.registrar]}`}
            text={registrarText(registrar.data)}
            status={<RegistrarStatus state={registrar.data} />}
            control={<Change label="Trocar registrador" onClick={() => open('registrar')} />}
          />
          <SettingRow
            icon={IconWorldCog}
            level={3}
            title={`Provedor de DNS: ${providerWords[provider.data.provider]}`}
            text={providerText(provider.data)}
            status={
              <StatusBadge tone={provider.data.provider === 'sandbox' ? 'test' : 'ok'}>
                {provider.data.provider === 'sandbox' ? 'De teste' : 'Provado'}
              </StatusBadge>
            }
            control={<Change label="Trocar provedor" onClick={() => open('dns-provider')} />}
          />
        </Stack>
      ) : error ? (
        <ErrorState
          compact
          title="Não deu para carregar os provedores."
          error={error}
          busy={registrar.isFetching || provider.isFetching}
          onRetry={() => void Promise.all([registrar.refetch(), provider.refetch()])}
        />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  );
}

const Change = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    {label}
  </Button>
);

function RegistrarStatus({ state: { registrar, refused } }: { state: RegistrarState }) {
  if (registrar === 'sandbox') return <StatusBadge tone="test">De teste</StatusBadge>;
  return refused ? (
    <StatusBadge tone="bad">Chave recusada</StatusBadge>
  ) : (
    <StatusBadge tone="ok">Provado</StatusBadge>
  );
}

const at = (seconds: number): string => formatDateTime(new Date(seconds * 1000));

function registrarText({ registrar, balance, balanceAtTimestamp: balanceAt }: RegistrarState) {
  if (registrar === 'sandbox') return 'Nada é pago nem registrado fora do painel.';
  return balance === null || balanceAt === null
    ? 'O saldo ainda não foi consultado.'
    : `Saldo de ${formatDollars(balance)} em ${at(balanceAt)}.`;
}

function providerText({ provider, target, finding, records, foreign }: DnsProviderState) {
  if (provider === 'sandbox') return 'Nenhuma zona é escrita fora do painel.';
  return [
    ...(target ? [`Os DNS comprados levam a ${target}.`] : []),
    `${countOf(records, 'registro', 'registros')} do painel${foreign > 0 ? `, ${foreign} por fora` : ''}.`,
    ...(finding ? [finding] : []),
  ].join(' ');
}
