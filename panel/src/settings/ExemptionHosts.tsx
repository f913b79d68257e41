/**
 * Hosts whose lists can be imported without credits. Admins list, add and delete hosts
 * (S-SETTINGS-04, -23; Q-EXEMPT).
 */
import { ActionIcon, Box, Skeleton, Stack, Text } from '@mantine/core';
import {
  type ExemptionHost,
  deleteExemptionHost,
  listExemptionHosts,
} from '@ramal/contract/lines/list-migrators';
import { IconTicketOff, IconTrash, IconWorldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { dayInWords } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { CardList } from '../ui/list/CardList.tsx';
import { SearchField } from '../ui/table/toolbar/SearchField.tsx';
import { AddExemption } from './AddExemption.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import classes from './ExemptionHosts.module.css';

const PAGE_SIZE = 10;

export function ExemptionHosts() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const hosts = useCall(
    listExemptionHosts,
    { query: { page, perPage: PAGE_SIZE, ...(search && { search }) } },
    { keepPrevious: true },
  );
  // Opens the previous page after the last host of the last page was deleted.
  if (hosts.data?.data.length === 0 && page > 1) setPage(page - 1);
  const searchFor = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  return (
    <TitledCard
      title="DNS isentos na migração"
      text="Listas destes endereços migram sem créditos, cada cliente uma vez, dentro dos limites ditos aqui. O que passar deles é cobrado."
    >
      <AddExemption />
      <Box pb="xl" px="3xl">
        <SearchField value={search} onChange={searchFor} placeholder="Buscar DNS" />
      </Box>
      <Loaded
        query={hosts}
        failed="Não deu para carregar os DNS isentos"
        waiting={
          <Stack gap="lg" p="0 1.25rem 1.25rem" aria-busy="true">
            <Skeleton height={40} radius={8} />
            <Skeleton height={40} radius={8} />
          </Stack>
        }
      >
        {({ data, total, totalExact }) => (
          <CardList
            label="DNS isentos"
            noun={['DNS', 'DNS']}
            className={classes.list}
            inset
            rows={data}
            row={(host) => <Host key={host.id} host={host} />}
            {...{ total, totalExact, page }}
            pageSize={PAGE_SIZE}
            onPage={setPage}
            empty={{
              icon: IconWorldCheck,
              title: search ? `Nada para “${search}”` : 'Nenhum DNS isento',
              text: search ? '' : 'Toda migração é paga pelos dias até o vencimento.',
            }}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}

function Host({ host }: { host: ExemptionHost }) {
  const act = useConfirmedAction();
  const remove = useAction(deleteExemptionHost, { refresh: [listExemptionHosts] });
  const ask = () =>
    act(
      {
        title: 'Remover a isenção deste DNS?',
        tone: 'danger',
        icon: IconTicketOff,
        object: {
          name: host.url,
          mono: true,
          note: `até ${pluralize(host.limitDays, 'dia', 'dias')} sem custo`,
        },
        facts: [
          {
            icon: IconTicketOff,
            tone: 'bad',
            text: 'As próximas migrações desta lista são cobradas.',
          },
          {
            icon: IconWorldCheck,
            tone: 'ok',
            text: 'As linhas que já vieram continuam como estão.',
          },
        ],
        confirmLabel: 'Sim, remover',
      },
      () => remove.mutateAsync({ params: { id: host.id } }),
      host.url,
    );
  return (
    <li>
      <span className={`${classes.host} mono`}>{host.url}</span>
      <span className="num">até {pluralize(host.limitDays, 'dia', 'dias')}</span>
      <span className={classes.bounds}>
        {pluralize(host.customersLimit, 'cliente', 'clientes')} por revenda ·{' '}
        {host.ended ? 'encerrou em' : 'até'} {dayInWords(host.endsOn)}
      </span>
      <Text span inherit c="var(--ink-2)" className={`${classes.lines} num`}>
        {host.lines === 0
          ? 'nenhuma linha ainda'
          : pluralize(host.lines, 'linha veio', 'linhas vieram')}
      </Text>
      <ActionIcon
        size={34}
        variant="subtle"
        aria-label={`Remover a isenção de ${host.url}`}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
