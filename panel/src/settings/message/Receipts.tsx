/**
 * Sent messages with their recipients and readers, by level. The screen shows one message at a
 * time.
 */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  listSentMessages,
  type SentMessage,
} from '@ramal/contract/tickets/administration-messages';
import { IconChevronLeft, IconChevronRight, IconMail } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { levelName } from './level-words.ts';
import classes from './Receipts.module.css';
import { UnreadDialog } from './UnreadDialog.tsx';

/** Polling interval in ms, because read receipts arrive while the screen is open. */
const REFRESH_MS = 15_000;

export function Receipts() {
  const [page, setPage] = useState(1);
  const messages = useCall(
    listSentMessages,
    { query: { page, perPage: 1 } },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );

  return (
    <Panel p="3xl" label="Mensagens enviadas">
      <Loaded
        query={messages}
        failed="Não deu para carregar as mensagens"
        compact
        height={220}
        radius={8}
      >
        {({ data: [message], total, lastPage }) =>
          message ? (
            <Shown
              key={message.id}
              message={message}
              isLatest={page === 1}
              turn={total > 1 && <Turn page={page} last={lastPage} onPage={setPage} />}
            />
          ) : (
            <EmptyState
              icon={IconMail}
              tone="plain"
              title="Nenhuma mensagem enviada"
              text="Aqui aparece quem recebeu e quem leu cada uma."
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface TurnProps {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

const Turn = ({ page, last, onPage }: TurnProps) => (
  <Group component="span" gap={0} align="stretch" wrap="nowrap">
    <ActionIcon
      size={34}
      variant="subtle"
      aria-label="Mensagem mais nova"
      disabled={page === 1}
      onClick={() => onPage(page - 1)}
    >
      <IconChevronLeft size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
    <ActionIcon
      size={34}
      variant="subtle"
      aria-label="Mensagem anterior"
      disabled={page >= last}
      onClick={() => onPage(page + 1)}
    >
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Group>
);

interface ShownProps {
  readonly message: SentMessage;
  readonly isLatest: boolean;
  readonly turn: ReactNode;
}

function Shown({ message, isLatest, turn }: ShownProps) {
  const { id, title, username, total, received, read, levels } = message;
  const [showsUnread, setShowsUnread] = useState(false);
  const unread = total - read;
  const when = formatDateTime(new Date(message.sentAtTimestamp * 1000));
  return (
    <>
      <header className={classes.head}>
        <Text c="var(--ink-2)" fz="note">
          {isLatest ? `Última mensagem · ${when}` : when}
        </Text>
        {turn}
        <h2>{title}</h2>
      </header>
      <p className={classes.figures}>
        <b className="num">{formatCount(read)}</b> leram{' '}
        <b className="num">{formatCount(received)}</b> receberam{' '}
        <b className="num">{formatCount(total)}</b> ao todo
      </p>
      <ul className={classes.levels}>
        {levels.map((level) => (
          <li key={level.level}>
            <span>{levelName(level.level, username)}</span>
            <span className="num">
              <b>{formatCount(level.read)}</b> de {formatCount(level.total)} leram
            </span>
            <span className={classes.bar} aria-hidden>
              <i style={{ width: `${(100 * level.received) / level.total}%` }} />
              <i style={{ width: `${(100 * level.read) / level.total}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <Group
        component="p"
        gap="xs"
        wrap="nowrap"
        pt="lg"
        c="var(--ink-2)"
        fz="caption"
        className={classes.legend}
        aria-hidden
      >
        <i data-read /> leram <i /> receberam
      </Group>
      {message.passedOn.length > 0 && <PassedOn message={message} />}
      {unread > 0 && (
        <Group
          component="footer"
          gap={0}
          justify="space-between"
          wrap="nowrap"
          mt="lg"
          c="var(--ink-2)"
          fz="note"
        >
          <span>{pluralize(unread, 'ainda não leu', 'ainda não leram')}</span>
          <Button variant="subtle" size="xs" onClick={() => setShowsUnread(true)}>
            Ver quem
          </Button>
        </Group>
      )}
      {showsUnread && (
        <UnreadDialog id={id} username={username} onClose={() => setShowsUnread(false)} />
      )}
    </>
  );
}

const PassedOn = ({ message: { passedOn, passedOnCount: count } }: MessageProps) => (
  <section className={classes.passed}>
    <Text component="h3" inherit c="var(--ink-2)" fz="note" fw={400}>
      {pluralize(count, 'revenda repassou', 'revendas repassaram')}
    </Text>
    <ul>
      {passedOn.map(({ username, word, read }) => (
        <Group key={username} component="li" gap="md" wrap="nowrap" mt="md" fz="control">
          <Initials name={username} size={28} />
          <b>{username}</b>
          <Text span inherit truncate flex={1} miw={0} c="var(--ink-2)" title={word || undefined}>
            {word ? `“${word}”` : 'sem palavra'}
          </Text>
          <Text span inherit c="var(--ink-2)" fz="note" className="num">
            {pluralize(read, 'leu', 'leram')}
          </Text>
        </Group>
      ))}
    </ul>
    {count > passedOn.length && (
      <Text c="var(--ink-2)" fz="note" fw={400}>
        E mais {formatCount(count - passedOn.length)}.
      </Text>
    )}
  </section>
);

interface MessageProps {
  readonly message: SentMessage;
}
