/**
 * List of addresses that receive no messages, because a mail server rejected them. An admin can
 * remove an address from the list.
 */
import { ActionIcon, Box, Skeleton, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listSuppressions, removeSuppression } from '@ramal/contract/messaging';
import { IconMailCheck, IconMailOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { CardList } from '../../ui/list/CardList.tsx';
import { SearchField } from '../../ui/table/toolbar/SearchField.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { formatMoment } from './channel-state.ts';
import classes from './Suppressions.module.css';

const PAGE_SIZE = 10;

type Suppression = ResponseOf<typeof listSuppressions>['data'][number];

export function Suppressions() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const rows = useCall(
    listSuppressions,
    { query: { page, perPage: PAGE_SIZE, ...(search && { search }) } },
    { keepPrevious: true },
  );
  if (rows.data?.data.length === 0 && page > 1) setPage(page - 1);
  const searchFor = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  const isEmpty = rows.data?.total === 0 && search === '';
  return (
    <TitledCard
      title="Endereços sem envio"
      text={
        isEmpty
          ? 'Nenhum: quando um servidor diz que um endereço não existe, ele fica aqui.'
          : 'Um servidor disse que não existem ou que a caixa está cheia. Caixas cheias voltam em 30 dias.'
      }
    >
      {!isEmpty && (
        <Box py="var(--inset-top)" px="var(--inset)">
          <SearchField value={search} onChange={searchFor} placeholder="Buscar endereço" />
        </Box>
      )}
      <Loaded
        query={rows}
        failed="Não deu para carregar"
        compact
        waiting={
          <Box py="var(--inset-top)" px="var(--inset)" aria-busy="true">
            <Skeleton height={44} radius={8} />
          </Box>
        }
      >
        {({ data, total, totalExact }) => (
          <CardList
            label="Endereços sem envio"
            noun={['endereço', 'endereços']}
            className={classes.list}
            mt="xl"
            inset
            rows={data}
            row={(row) => <Row key={row.id} row={row} />}
            {...{ total, totalExact, page }}
            pageSize={PAGE_SIZE}
            onPage={setPage}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}

const reasonText = ({ reason, untilTimestamp: until }: Suppression): string =>
  reason === 'dead'
    ? 'não existe mais'
    : `caixa cheia${until === null ? '' : `, até ${formatMoment(until)}`}`;

function Row({ row }: { row: Suppression }) {
  const act = useConfirmedAction();
  const remove = useAction(removeSuppression, { refresh: [listSuppressions] });
  const ask = () =>
    act(
      {
        title: 'Voltar a enviar para este endereço?',
        icon: IconMailCheck,
        object: { name: row.address, note: reasonText(row) },
        facts: [
          {
            icon: IconMailOff,
            text: 'Se o servidor recusar outra vez, ele volta para esta lista.',
          },
        ],
        confirmLabel: 'Sim, voltar a enviar',
      },
      () => remove.mutateAsync({ params: { id: row.id } }),
      row.address,
    );
  return (
    <li>
      <p>
        <Text component="b" inherit fw={500}>
          {row.address}
        </Text>
        <Text span inherit display="block" c="var(--ink-2)" fz="note">
          {reasonText(row)} · desde {formatMoment(row.createdAtTimestamp)}
        </Text>
        {row.answer && (
          <Text span inherit display="block" c="var(--ink-3)" fz="caption" className="mono">
            {row.answer}
          </Text>
        )}
      </p>
      <ActionIcon
        size={34}
        variant="subtle"
        aria-label={`Voltar a enviar para ${row.address}`}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
