/** Columns of the ticket lists, in their order on the screen (S-TPORTAL-20 to 28). */
import { Group, Text } from '@mantine/core';
import { ADMINISTRATION, categoryFilters, technologyLabels } from '@ramal/contract/rules/tickets';
import type { TicketRow } from '@ramal/contract/tickets/tickets';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { IconClockExclamation, IconLock, IconMail } from '@tabler/icons-react';
import { formatDateTime, relativeWord } from '../foundation/dates.ts';
import { formatCount } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import classes from './ticket-columns.module.css';
import { TicketBadge } from './ticket-status.tsx';

/** Time in ms after which an answer counts as late. */
const LATE_ANSWER_MS = 4 * HOUR_MS;

const at = (seconds: number): Date => new Date(seconds * 1000);

export const ticketColumns = (now: Date, isAdmin: boolean): Column<TicketRow>[] => [
  {
    key: 'status',
    header: 'Status',
    // Cards do not show the column, because the segments above them show the status.
    card: 'none',
    cell: ({ status }) => <TicketBadge status={status} />,
  },
  {
    key: 'category',
    header: 'Categoria',
    most: 150,
    title: ({ category }) => categoryFilters[category],
    card: 'none',
    cell: ({ category }) => categoryFilters[category],
  },
  {
    key: 'technology',
    header: 'Tecnologia',
    from: 'wide',
    muted: true,
    card: 'none',
    cell: ({ technology }) => (technology === null ? '–' : technologyLabels[technology]),
  },
  {
    key: 'title',
    header: 'Titulo',
    fill: true,
    card: 'identity',
    cell: (ticket) => <Title ticket={ticket} />,
    cardSecond: (ticket) => <AboutTicket ticket={ticket} isAdmin={isAdmin} />,
    title: ({ title }) => title,
  },
  {
    key: 'date',
    sort: 'created_at',
    firstDirection: 'desc',
    header: 'Data',
    card: 'corner',
    cell: (ticket) => <Waiting ticket={ticket} now={now} />,
    title: ({ createdAt: seconds }) => formatDateTime(at(seconds)),
  },
  ...(isAdmin ? [franchiseColumn] : []),
  {
    key: 'author',
    header: 'Feita por',
    most: 140,
    title: ({ author }) => author,
    card: 'none',
    cell: (ticket) => <Author ticket={ticket} />,
  },
  lastColumn,
];

const franchiseColumn: Column<TicketRow> = {
  key: 'franchise',
  header: 'Franquia',
  width: 96,
  muted: true,
  from: 'wide',
  card: 'none',
  cell: ({ franchise }) => franchise || '–',
};

const lastColumn: Column<TicketRow> = {
  key: 'last',
  sort: 'last_at',
  firstDirection: 'desc',
  header: 'Última mensagem',
  optional: 'table',
  width: 220,
  card: 'expiry',
  cell: (ticket) => lastWords(ticket) ?? '–',
  cardCell: (ticket) => (
    <Text span inherit display="block" truncate c="var(--ink-2)">
      {lastWords(ticket) ?? (ticket.category === ADMINISTRATION ? null : ticket.content)}
    </Text>
  ),
};

const lastWords = ({ lastMessage: words, lastFrom: from }: TicketRow): string | undefined =>
  words ? `${from === 'support' ? 'Suporte: ' : ''}${words}` : undefined;

/**
 * Shows the title of a ticket. It is bold and has a count if this account has not read all
 * messages.
 */
const Title = ({ ticket: { title, unread, category } }: { ticket: TicketRow }) => (
  <Group component="span" gap="sm" wrap="nowrap" display="inline-flex" miw={0} maw="100%">
    {category === ADMINISTRATION && (
      <IconMail size={17} stroke={1.75} color="var(--accent-ink)" aria-hidden />
    )}
    <Text span inherit lineClamp={2} fw={unread > 0 ? 600 : 'inherit'} className={classes.words}>
      {title}
    </Text>
    {unread > 0 && (
      <span className={classes.unread}>
        {formatCount(unread)}
        <span className="visually-hidden">{unread === 1 ? ' não lida' : ' não lidas'}</span>
      </span>
    )}
  </Group>
);

function Waiting({ ticket, now }: { ticket: TicketRow; now: Date }) {
  const waits = ticket.waitsSince !== null && ticket.status !== 1;
  const late = waits && now.getTime() - at(ticket.waitsSince!).getTime() > LATE_ANSWER_MS;
  return (
    <Group
      component="span"
      gap="2xs"
      wrap="nowrap"
      display="inline-flex"
      c={late ? 'var(--warn)' : 'inherit'}
    >
      {late && <IconClockExclamation size={15} stroke={1.75} aria-label="espera há muito" />}
      {relativeWord(at(ticket.createdAt), now)}
    </Group>
  );
}

/** Second row of a card: category, technology and, for admins, the author. */
function AboutTicket({ ticket, isAdmin }: { ticket: TicketRow; isAdmin: boolean }) {
  const { category, technology } = ticket;
  const about = [
    categoryFilters[category],
    ...(technology === null ? [] : [technologyLabels[technology]]),
  ].join(' · ');
  if (!isAdmin) return about;
  return (
    <>
      {about} · <Author ticket={ticket} />
    </>
  );
}

const Author = ({ ticket: { author, blocked } }: { ticket: TicketRow }) => (
  <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
    {author}
    {blocked === 1 && (
      <IconLock size={15} stroke={1.75} color="var(--bad)" aria-label="bloqueado" />
    )}
  </Group>
);
