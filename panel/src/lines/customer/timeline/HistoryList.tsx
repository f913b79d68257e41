/** Complete history of a line: author, time, change and payment. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { creditsInWords } from '../../../foundation/numbers.ts';
import { useCall } from '../../../foundation/api/query.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import classes from './HistoryList.module.css';
import { SectionData } from '../parts/Section.tsx';

const PER_PAGE = 10;

export function HistoryList({ lineId }: { lineId: number }) {
  const [page, setPage] = useState(1);
  const history = useCall(
    getLineHistory,
    { params: { id: lineId }, query: { page, perPage: PER_PAGE } },
    { keepPrevious: true },
  );
  return (
    <SectionData query={history} height={180}>
      {({ data: entries, total, totalExact }) => (
        <>
          {entries.length === 0 ? (
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
          )}
          {total > PER_PAGE && (
            <Pager
              label="Páginas do histórico"
              noun={['registro', 'registros']}
              total={total}
              totalExact={totalExact}
              page={page}
              pageSize={PER_PAGE}
              onPage={setPage}
            />
          )}
        </>
      )}
    </SectionData>
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
