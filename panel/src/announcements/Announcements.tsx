/**
 * «Mural de Informações» and «Últimas Atualizações» (S-DASH-12 to 15). The server returns both in
 * one answer, and the paging applies to the updates.
 */
import {
  type Announcement,
  listAnnouncements,
  UPDATES_PER_PAGE,
} from '@ramal/contract/announcements';
import { Box, Button, Text } from '@mantine/core';
import { IconRefresh, IconCloudOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Board } from './Board.tsx';
import { Updates } from './Updates.tsx';
import classes from './Announcements.module.css';

const AnnouncementDialog = lazy(async () => ({
  default: (await import('./AnnouncementDialog.tsx')).AnnouncementDialog,
}));

export function Announcements() {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Announcement>();
  const published = useCall(listAnnouncements, { query: { page } }, { keepPrevious: true });
  if (published.error && !published.data) {
    return (
      <Panel className={classes.failed}>
        <IconCloudOff size={20} stroke={1.75} color="var(--bad)" aria-hidden />
        <Box component="p" flex={1} miw={0} role="alert">
          <Box component="b" display="block">
            Não deu para carregar o mural e as atualizações
          </Box>
          <Text span inherit display="block" c="var(--ink-2)" fz="control">
            {published.error.message}
          </Text>
        </Box>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={published.isFetching}
          onClick={() => void published.refetch()}
        >
          Tentar de novo
        </Button>
      </Panel>
    );
  }
  return (
    <div className={classes.root}>
      {published.error && (
        <Notice tone="warn" icon={IconCloudOff} title="Mural e atualizações podem ter mudado.">
          {published.error.message}
        </Notice>
      )}
      <Board cards={published.data?.anuncios} onOpen={setShown} />
      <Updates
        rows={published.data?.atualizacoes}
        total={published.data?.total ?? 0}
        totalExact={published.data?.totalExact ?? true}
        page={page}
        pageSize={UPDATES_PER_PAGE}
        busy={published.isFetching}
        onPage={setPage}
        onOpen={setShown}
      />
      {shown && (
        <Suspense>
          <AnnouncementDialog shown={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
