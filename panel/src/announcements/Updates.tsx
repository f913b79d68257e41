import type { Announcement } from '@ramal/contract/announcements';
import { Box, Button, Skeleton, Stack } from '@mantine/core';
import { formatDayMonth } from '../foundation/dates.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { Section } from './Section.tsx';
import classes from './Updates.module.css';

interface UpdatesProps {
  rows: readonly Announcement[] | undefined;
  total: number;
  totalExact: boolean;
  page: number;
  pageSize: number;
  busy: boolean;
  onPage: (page: number) => void;
  onOpen: (update: Announcement) => void;
}

/** «Últimas Atualizações», newest first, five per page (S-DASH-12, Q-UPDATESPAGE). */
export function Updates({
  rows,
  total,
  totalExact,
  page,
  pageSize,
  busy,
  onPage,
  onOpen,
}: UpdatesProps) {
  return (
    <Section
      id="updates-title"
      title="Últimas Atualizações"
      none={total === 0 && rows && 'Nenhuma atualização publicada ainda.'}
    >
      <Panel p={0} className={classes.list}>
        {rows ? (
          <ul aria-busy={busy}>
            {rows.map((update) => (
              <li key={update.id}>
                <Box
                  component="time"
                  flex="none"
                  w="var(--size-control-lg)"
                  c="var(--ink-3)"
                  fz="note"
                  dateTime={new Date(update.timestamp * 1000).toISOString()}
                  title={update.dateFormatted}
                >
                  {formatDayMonth(new Date(update.timestamp * 1000))}
                </Box>
                <span className={classes.name} data-update-name title={update.heading}>
                  {update.heading}
                </span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Abrir: ${update.heading}`}
                  aria-haspopup="dialog"
                  onClick={() => onOpen(update)}
                >
                  Abrir
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <Stack gap="3xl" p="2xl">
            {[1, 2, 3].map((index) => (
              <Skeleton key={index} height={20} />
            ))}
          </Stack>
        )}
        {total > pageSize && (
          <Pager
            label="Páginas das atualizações"
            noun={['atualização', 'atualizações']}
            total={total}
            totalExact={totalExact}
            page={page}
            pageSize={pageSize}
            onPage={onPage}
          />
        )}
      </Panel>
    </Section>
  );
}
