/**
 * Notices in groups. Each notice links to the screen with the required action, and is marked as
 * read when it is opened.
 */
import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { countNotices } from '@ramal/contract/notices/notice-count';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listNotices, readNotices } from '@ramal/contract/notices/notices';
import { type NoticeKind, noticeKindNames, noticeKinds } from '@ramal/contract/rules/notices';
import {
  type Icon,
  IconBellCheck,
  IconCalendarDue,
  IconCoins,
  IconListCheck,
  IconMail,
  IconMessage2,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { IconTile } from '../ui/IconTile.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import classes from './NoticeList.module.css';

type Notice = ResponseOf<typeof listNotices>['data'][number];

export const useNotices = () => useCall(listNotices, {});

const useRead = () => {
  const showFailure = useFailureAlert();
  return useAction(readNotices, {
    refresh: [countNotices, listNotices],
    onError: (error) => void showFailure(error),
  });
};

export function MarkAllRead() {
  const read = useRead();
  return (
    <Button variant="subtle" loading={read.isPending} onClick={() => read.mutate({ body: {} })}>
      Marcar como lidos
    </Button>
  );
}

interface NoticeListProps {
  readonly notices: ReturnType<typeof useNotices>;
  readonly onOpened?: () => void;
}

export const NoticeList = ({ notices, onOpened }: NoticeListProps) => (
  <Loaded
    query={notices}
    failed="Não deu para carregar os avisos"
    compact
    waiting={
      <Stack gap="sm" p="2xl" aria-busy="true">
        <Skeleton height={44} radius={8} />
        <Skeleton height={44} radius={8} />
      </Stack>
    }
  >
    {({ data }) => <Groups data={data} onOpened={onOpened} />}
  </Loaded>
);

interface GroupsProps {
  readonly data: readonly Notice[];
  readonly onOpened: (() => void) | undefined;
}

function Groups({ data, onOpened }: GroupsProps) {
  if (data.length === 0)
    return (
      <EmptyState
        compact
        icon={IconBellCheck}
        title="Nenhum aviso"
        text="Respostas, mensagens, trabalhos que terminam, dias cheios e créditos no fim aparecem aqui."
      />
    );
  return noticeKinds.map((kind) => {
    const rows = data.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    return (
      <section key={kind} className={classes.group} aria-label={noticeKindNames[kind]}>
        <Text component="h3" inherit pt="xl" pb="2xs" px="2xl" c="var(--ink-2)" fz="note" fw={500}>
          {noticeKindNames[kind]}
        </Text>
        <ul>
          {rows.map((row) => (
            <Row key={row.id} row={row} onOpened={onOpened} />
          ))}
        </ul>
      </section>
    );
  });
}

const looks: Readonly<Record<NoticeKind, { icon: Icon; tone: 'accent' | 'ok' | 'warn' }>> = {
  answer: { icon: IconMessage2, tone: 'accent' },
  message: { icon: IconMail, tone: 'accent' },
  work: { icon: IconListCheck, tone: 'ok' },
  customers: { icon: IconCalendarDue, tone: 'warn' },
  credits: { icon: IconCoins, tone: 'warn' },
};

function Row({ row, onOpened }: { row: Notice; onOpened: (() => void) | undefined }) {
  const router = useRouter();
  const now = useNow();
  const read = useRead();
  const { icon: RowIcon, tone } = looks[row.kind];
  const open = (event: MouseEvent) => {
    if (!row.read) read.mutate({ body: { id: row.id } });
    // The browser opens the link in a new tab or window, so this screen stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(row.path);
    onOpened?.();
  };
  return (
    <li>
      <a href={row.path} className={classes.row} data-read={row.read || undefined} onClick={open}>
        <IconTile tone={tone} size={34}>
          <RowIcon size={18} stroke={1.75} aria-hidden />
        </IconTile>
        <Stack component="span" gap={0} miw={0} className={classes.words}>
          <Text component="b" inherit lineClamp={2} c="var(--ink)" fz="control">
            {row.title}
          </Text>
          <span>{row.text}</span>
        </Stack>
        <time className="num" dateTime={new Date(row.createdAtTimestamp * 1_000).toISOString()}>
          {relativeWord(new Date(row.createdAtTimestamp * 1_000), now)}
        </time>
        {!row.read && (
          <Box
            component="span"
            w="var(--space-sm)"
            h="var(--space-sm)"
            mt="xs"
            bdrs="50%"
            bg="var(--accent)"
          >
            <span className="visually-hidden">Não lido</span>
          </Box>
        )}
      </a>
    </li>
  );
}
