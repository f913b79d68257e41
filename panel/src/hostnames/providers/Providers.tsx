/**
 * The operator's registrar and DNS provider: their type, whether the key was tested, and their last
 * response.
 */
import { Button, Stack } from '@mantine/core';
import {
  type DnsProviderState,
  type RegistrarState,
  getDnsProvider,
  getRegistrar,
} from '@ramal/contract/operations/dns-providers';
import { IconCoins, IconWorldCog } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { pluralize, formatDollars } from '../../foundation/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SettingRow } from '../../ui/layout/SettingRow.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { HostnameParams } from '../hostname-params.ts';
import { providerLabels, registrarLabels } from './provider-words.ts';

interface ProvidersProps {
  readonly open: HostnameParams['openDialog'];
  readonly onClose: () => void;
}

export function Providers({ open, onClose }: ProvidersProps) {
  const registrar = useCall(getRegistrar, {});
  const provider = useCall(getDnsProvider, {});
  const query = {
    data: registrar.data && provider.data && { registrar: registrar.data, dns: provider.data },
    error: registrar.error ?? provider.error,
    isFetching: registrar.isFetching || provider.isFetching,
    refetch: () => Promise.all([registrar.refetch(), provider.refetch()]),
  };
  return (
    <Dialog onClose={onClose} width={640} title="Provedores">
      <Loaded query={query} failed="Não deu para carregar os provedores." compact height={160}>
        {(state) => (
          <Stack gap="3xl">
            <SettingRow
              icon={IconCoins}
              level={3}
              title={`Registrador: ${registrarLabels[state.registrar.registrar]}`}
              text={registrarText(state.registrar)}
              status={<RegistrarStatus state={state.registrar} />}
              control={<Change label="Trocar registrador" onClick={() => open('registrar')} />}
            />
            <SettingRow
              icon={IconWorldCog}
              level={3}
              title={`Provedor de DNS: ${providerLabels[state.dns.provider]}`}
              text={providerText(state.dns)}
              status={
                <StatusBadge tone={state.dns.provider === 'sandbox' ? 'test' : 'ok'}>
                  {state.dns.provider === 'sandbox' ? 'De teste' : 'Provado'}
                </StatusBadge>
              }
              control={<Change label="Trocar provedor" onClick={() => open('dns-provider')} />}
            />
          </Stack>
        )}
      </Loaded>
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
    `${pluralize(records, 'registro', 'registros')} do painel${foreign > 0 ? `, ${foreign} por fora` : ''}.`,
    ...(finding ? [finding] : []),
  ].join(' ');
}
