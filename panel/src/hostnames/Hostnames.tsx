/**
 * /dns: hostnames of customers' links, bought here or added by an admin (S-DNS-01 to -36,
 * Q-2FAGATE, Q-DNSMENU).
 */
import { Button, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type Hostname,
  listHostnames,
  MAX_HOSTNAMES_LISTED,
} from '@ramal/contract/operations/hostnames';
import {
  IconAlertTriangle,
  IconArchive,
  IconFlask2,
  IconHelpCircle,
  IconHistory,
  IconPlugConnected,
  IconPlus,
  IconShare,
  IconWorld,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatCount } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { NeedsSecondFactor } from '../sessions/NeedsSecondFactor.tsx';
import { useProfile } from '../sessions/profile.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { Tutorial } from '../ui/layout/Tutorial.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { wholePage } from '../ui/list/whole-page.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { AddHostname } from './AddHostname.tsx';
import { Faq } from './Faq.tsx';
import { EditDnsProvider } from './providers/EditDnsProvider.tsx';
import { EditRegistrar } from './providers/EditRegistrar.tsx';
import { Providers } from './providers/Providers.tsx';
import { HostnameHealth } from './HostnameHealth.tsx';
import { hostnameColumns } from './hostname-columns.tsx';
import { type HostnameParams, useHostnameParams } from './hostname-params.ts';
import { HostnameLogs } from './HostnameLogs.tsx';
import { LinkOrder } from './LinkOrder.tsx';
import { Purchases } from './Purchases.tsx';
import { RemovedHostnames } from './RemovedHostnames.tsx';
import { RemoveHostname } from './RemoveHostname.tsx';
import { RenewHostname } from './RenewHostname.tsx';
import { AddToRotation } from './AddToRotation.tsx';
import { SearchHostname } from './SearchHostname.tsx';
import { SharedHostnames } from './SharedHostnames.tsx';
import { useHostnameActions } from './use-hostname-actions.ts';

const REFRESH_MS = 15_000;
const FAILURES_SHOWN = 3;

export function Hostnames() {
  const profile = useProfile().data;
  if (!profile) return null;
  const isAdmin = profile.profile === 'admin';
  const breadcrumb = [{ label: isAdmin ? 'Infraestrutura' : 'Mais' }, { label: 'DNS' }];
  if (profile.secondFactor.enrolled)
    return (
      <RevealTogether>
        <HostnameList isAdmin={isAdmin} breadcrumb={breadcrumb} />
      </RevealTogether>
    );
  return (
    <>
      <PageHeader title="DNS" breadcrumb={breadcrumb} />
      <NeedsSecondFactor text="Aqui se compram os DNS dos links dos seus clientes. Configure o 2FA da sua conta para continuar." />
    </>
  );
}

interface HostnameListProps {
  readonly isAdmin: boolean;
  readonly breadcrumb: readonly { label: string }[];
}

function HostnameList({ isAdmin, breadcrumb }: HostnameListProps) {
  const params = useHostnameParams();
  const now = useNow();
  const [showsFaq, setShowsFaq] = useState(false);
  const query = useCall(listHostnames, {}, { refreshEveryMs: REFRESH_MS });
  const { data } = query;
  const columns = hostnameColumns(isAdmin, now);
  const actions = useHostnameActions(isAdmin, params.openDialog);
  return (
    <ListScreen<Hostname>
      title="DNS"
      breadcrumb={breadcrumb}
      buttons={<Buttons isAdmin={isAdmin} params={params} onFaq={() => setShowsFaq(!showsFaq)} />}
      onRefresh={() => void query.refetch()}
      above={
        <Stack gap="lg" mb="2xl">
          {showsFaq && <Faq onClose={() => setShowsFaq(false)} />}
          {data && <HostnameNotices read={data} isAdmin={isAdmin} open={params.openDialog} />}
          <SearchHostname isAdmin={isAdmin} />
          {data && <LinkOrder links={data.links} />}
          <Purchases isAdmin={isAdmin} />
        </Stack>
      }
      list={{
        name: 'hostnames',
        label: 'Meus DNS',
        noun: ['DNS', 'DNS'],
        params,
        query,
        polls: true,
        page: wholePage(
          data?.data,
          params,
          columns,
          ({ dns, description, owner }) => `${dns} ${description ?? ''} ${owner}`,
        ),
        columns,
        actions,
        rowKey: ({ id }) => id,
        rowName: ({ dns }) => dns,
        rowSignal: ({ health }) => (health === 'down' ? 'bad' : undefined),
        filters: { search: { placeholder: isAdmin ? 'DNS, descrição ou dono' : 'DNS' } },
        empty: {
          icon: IconWorld,
          title: 'Nenhum DNS ainda',
          text: data?.isSandbox
            ? 'Consulte um nome acima. Com o registrador de teste ele não vai nos links.'
            : 'Consulte um nome acima: ele passa a ir nos links dos seus clientes.',
        },
      }}
      dialogs={{
        add: ({ onClose }) => <AddHostname onClose={onClose} />,
        'dns-provider': ({ onClose }) => <EditDnsProvider onClose={onClose} />,
        providers: ({ onClose }) => <Providers open={params.openDialog} onClose={onClose} />,
        registrar: ({ onClose }) => <EditRegistrar onClose={onClose} />,
        logs: ({ onClose }) => <HostnameLogs onClose={onClose} />,
        removed: ({ onClose }) => <RemovedHostnames onClose={onClose} />,
        shared: ({ onClose }) => <SharedHostnames onClose={onClose} />,
      }}
      rowDialogs={{
        health: (row, { onClose }) => <HostnameHealth hostname={row} onClose={onClose} />,
        renew: (row, { onClose }) => <RenewHostname hostname={row} onClose={onClose} />,
        rotate: (row, { onClose }) => <AddToRotation hostname={row} onClose={onClose} />,
        'take-off': (row, { onClose }) => <RemoveHostname hostname={row} onClose={onClose} />,
      }}
    />
  );
}

interface HostnameNoticesProps {
  readonly read: ResponseOf<typeof listHostnames>;
  readonly isAdmin: boolean;
  readonly open: HostnameParams['openDialog'];
}

/** Notices above the list: the sandbox, failed renewals, the operator's video (S-DNS-08). */
function HostnameNotices({ read, isAdmin, open }: HostnameNoticesProps) {
  const failed = read.data.filter((row) => row.renewalFailure !== null);
  return (
    <>
      {read.isSandbox && (
        <Notice
          tone="accent"
          icon={IconFlask2}
          title="Registrador de teste."
          action={
            isAdmin && (
              <Button variant="subtle" onClick={() => open('providers')}>
                Usar as chaves reais
              </Button>
            )
          }
        >
          Nada é pago nem registrado fora do painel, e os links não levam o que se compra aqui.
        </Notice>
      )}
      {failed.slice(0, FAILURES_SHOWN).map(({ id, dns, renewalFailure: reason }) => (
        <Notice
          key={id}
          tone="warn"
          icon={IconAlertTriangle}
          title={`${dns} não se renovou.`}
          action={
            <Button variant="subtle" color="orange" onClick={() => open('renew', id)}>
              Renovar
            </Button>
          }
        >
          {reason}
        </Notice>
      ))}
      {read.data.length >= MAX_HOSTNAMES_LISTED && (
        <Notice tone="warn" icon={IconAlertTriangle} title="A lista não está inteira.">
          Só os {formatCount(MAX_HOSTNAMES_LISTED)} DNS mais novos aparecem aqui.
        </Notice>
      )}
      {read.tutorialVideo && (
        <Tutorial
          video={read.tutorialVideo}
          title="Como ter um DNS só seu"
          text="Da compra aos links dos clientes."
          storedAs="ramal-dns-tutorial-seen"
        />
      )}
    </>
  );
}

interface ButtonsProps {
  readonly isAdmin: boolean;
  readonly params: HostnameParams;
  readonly onFaq: () => void;
}

function Buttons({ isAdmin, params, onFaq }: ButtonsProps) {
  const buttons = [
    { label: 'FAQ', icon: IconHelpCircle, run: onFaq },
    { label: 'Logs', icon: IconHistory, run: () => params.openDialog('logs') },
    ...(isAdmin
      ? [
          {
            label: 'Provedores',
            icon: IconPlugConnected,
            run: () => params.openDialog('providers'),
          },
          { label: 'Cadastrar à mão', icon: IconPlus, run: () => params.openDialog('add') },
        ]
      : [
          {
            label: 'DNS Compartilhada',
            icon: IconShare,
            run: () => params.openDialog('shared'),
          },
        ]),
    { label: 'DNS Removida', icon: IconArchive, run: () => params.openDialog('removed') },
  ];
  return (
    <>
      {buttons.map(({ label, icon: ButtonIcon, run }) => (
        <Button
          key={label}
          variant="default"
          leftSection={<ButtonIcon size={16} stroke={1.75} aria-hidden />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </>
  );
}
