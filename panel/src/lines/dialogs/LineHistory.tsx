/** Complete history of a line: author, time, change and payment. Also shows the last viewing. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime, relativeWord } from '../../foundation/dates.ts';
import { creditsInWords } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import type { Line } from '../line.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';
import classes from './LineHistory.module.css';

const PER_PAGE = 10;

export function LineHistory({
  platform,
  context: { line },
  now,
  onClose,
}: LineDialogProps & { now: Date }) {
  const [page, setPage] = useState(1);
  const history = useCall(
    getLineHistory,
    { params: { id: line.id }, query: { page, perPage: PER_PAGE } },
    { keepPrevious: true },
  );
  const { data } = history;
  return (
    <Dialog
      onClose={onClose}
      width={620}
      title="Histórico"
      subtitle={<LineSubtitle line={line} />}
      closeLabel="Fechar"
      closeVariant="default"
    >
      {platform.definition.plays && <LastWatched line={line} now={now} />}
      <Loaded
        query={history}
        failed="Não deu para carregar o histórico"
        calm
        height={180}
        radius={10}
        label="Carregando o histórico"
      >
        {({ data: entries }) =>
          entries.length === 0 ? (
            <EmptyState
              icon={IconHistory}
              tone="plain"
              title="Nada aconteceu com esta linha ainda"
            />
          ) : (
            <Stack component="ol" gap={0} className={classes.list} aria-busy={history.isFetching}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {data && data.total > PER_PAGE && (
        <Pager
          label="Páginas do histórico"
          noun={['registro', 'registros']}
          total={data.total}
          totalExact={data.totalExact}
          page={page}
          pageSize={PER_PAGE}
          onPage={setPage}
        />
      )}
    </Dialog>
  );
}

type HistoryEntry = ResponseOf<typeof getLineHistory>['data'][number];

const Entry = ({ entry }: { entry: HistoryEntry }) => (
  <li>
    <Group component="p" gap="lg" align="stretch" justify="space-between" wrap="nowrap">
      <Text component="b" inherit fw={500}>
        {entry.title}
      </Text>
      {entry.charged > 0 && (
        <Text span inherit c="var(--ink)" fw={500} className="num">
          {creditsInWords(entry.charged)}
        </Text>
      )}
    </Group>
    {entry.details.map((detail) => (
      <Text c="dimmed" fz="control" key={detail}>
        {detail}
      </Text>
    ))}
    <Text c="var(--ink-3)" fz="caption">
      {entry.actor} · {entry.date}
      {entry.ip && (
        <>
          {' · '}
          <span className="mono">{entry.ip}</span>
        </>
      )}
    </Text>
  </li>
);

function LastWatched({ line, now }: { line: Line; now: Date }) {
  if (line.online) {
    return (
      <Text c="dimmed" fz="control">
        <OnlineMark
          online
          label={line.watching ? `Assistindo ${line.watching}` : 'Assistindo agora'}
        />
      </Text>
    );
  }
  const { lastWatchedAt } = line;
  return (
    <Text c="dimmed" fz="control">
      {lastWatchedAt
        ? `Assistiu por último em ${formatDateTime(lastWatchedAt)}, ${relativeWord(lastWatchedAt, now)}`
        : 'Ainda não assistiu'}
    </Text>
  );
}
