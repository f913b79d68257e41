/**
 * Facts about a ticket: the state of its line and its channels. The ticket form and a column next
 * to the chat show them.
 */
import { Box, Group, Stack, Text } from '@mantine/core';
import type { TicketFacts } from '@ramal/contract/tickets/ticket-facts';
import { IconAlertCircle, IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime, relativeWord } from '../foundation/dates.ts';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import classes from './FactsPanel.module.css';

type Line = NonNullable<TicketFacts['line']>;

const tones: Record<Line['status'], Tone> = {
  Ativo: 'ok',
  Teste: 'test',
  Desativado: 'off',
  Vencido: 'bad',
  Bloqueado: 'bad',
};

const at = (seconds: number): Date => new Date(seconds * 1000);

interface FactsProps {
  readonly title: string;
  readonly facts: TicketFacts;
  readonly now: Date;
}

export const FactsPanel = ({ title, facts: { line, channels }, now }: FactsProps) => (
  <Stack component="section" gap="md" aria-label={title}>
    {line ? null : (
      <Text c="var(--ink-2)" fz="note">
        {title}
      </Text>
    )}
    {line && <LineFacts title={title} line={line} now={now} />}
    <Faults channels={channels} now={now} />
    <Channels channels={channels} />
  </Stack>
);

/**
 * True if there are enough facts for a side column, which needs at least two. A line has several
 * facts, and a channel is one fact.
 */
export const fillsColumn = ({ line, channels }: TicketFacts): boolean =>
  line !== null || channels.length > 1;

interface FoldedFactsProps {
  readonly title: string;
  readonly facts: TicketFacts | undefined;
  readonly now: Date;
  /** Facts that are shown first after unfolding: category, technology and customer. */
  readonly about: ReactNode;
}

/**
 * Facts on a phone, folded to one text line that also states the number of failing channels. A
 * press unfolds all facts.
 */
export function FoldedFacts({ title, facts, now, about }: FoldedFactsProps) {
  const { line = null, channels = [] } = facts ?? {};
  const failing = channels.filter(({ problem }) => problem !== '').length;
  const short = [
    line && (line.note || line.username),
    line && inShort(line, now),
    failing > 0 && pluralize(failing, 'canal falha agora', 'canais falham agora'),
  ].filter(Boolean);
  return (
    <details className={classes.fold}>
      <summary>
        <Text span inherit truncate>
          {short.length > 0 ? short.join(' · ') : 'Sobre o ticket'}
        </Text>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </summary>
      {about}
      {facts && <FactsPanel title={title} facts={facts} now={now} />}
    </details>
  );
}

const inShort = ({ status, lastPlayedAt: played, refusedToday: refused }: Line, now: Date) =>
  [
    status,
    played === null ? 'nunca tocou' : `tocou ${relativeWord(at(played), now)}`,
    refused > 0 && pluralize(refused, 'entrada recusada', 'entradas recusadas'),
  ]
    .filter(Boolean)
    .join(' · ');

type ChannelFacts = TicketFacts['channels'];

const Faults = ({ channels, now }: { channels: ChannelFacts; now: Date }) =>
  channels
    .filter(({ problem }) => problem !== '')
    .map((channel) => (
      <Notice
        key={channel.label}
        tone="warn"
        icon={IconAlertTriangle}
        title={`${channel.label} falha agora para todos`}
      >
        {[
          channel.problem,
          channel.checkedAt !== null && `visto ${relativeWord(at(channel.checkedAt), now)}`,
          channel.tickets > 0 && `${pluralize(channel.tickets, 'ticket', 'tickets')} em 24 h`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Notice>
    ));

const Channels = ({ channels }: { channels: ChannelFacts }) => (
  <dl className={classes.line}>
    {channels
      .filter(({ problem }) => problem === '')
      .map((channel) => (
        <Row key={channel.label} label={channel.label}>
          {channel.watching > 0
            ? `${formatCount(channel.watching)} assistem agora`
            : 'a fonte responde'}
          {channel.tickets > 0 && ` · ${pluralize(channel.tickets, 'ticket', 'tickets')} em 24 h`}
        </Row>
      ))}
  </dl>
);

function LineFacts({ title, line, now }: { title: string; line: Line; now: Date }) {
  return (
    <dl className={classes.line}>
      <Stack gap="3xs">
        <Box component="dt" c="var(--ink-2)" fz="note">
          {title}
        </Box>
        <dd>
          <b>{line.note || line.username}</b>{' '}
          {line.note && <span className="mono">{line.username}</span>}
        </dd>
      </Stack>
      <Row label="Estado">
        <StatusBadge tone={tones[line.status]}>{line.status}</StatusBadge>
      </Row>
      <Row label="Vencimento">{formatDateTime(at(line.expiresAt))}</Row>
      {line.package && (
        <Row label="Pacote">
          {line.package}
          {line.screens !== null && `, ${line.screens} ${line.screens === 1 ? 'tela' : 'telas'}`}
        </Row>
      )}
      <Row label="Última reprodução">
        {line.lastPlayedAt === null ? 'nunca' : relativeWord(at(line.lastPlayedAt), now)}
      </Row>
      {line.lastPlayed && <Row label="Canal">{line.lastPlayed}</Row>}
      <Row label="Assistindo">{line.watching ?? 'Não'}</Row>
      <Row label="Entradas recusadas" bad={line.refusedToday > 0}>
        {line.refusedToday === 0 ? (
          'nenhuma hoje'
        ) : (
          <>
            <IconAlertCircle size={15} stroke={1.75} aria-hidden /> {formatCount(line.refusedToday)}{' '}
            hoje
          </>
        )}
      </Row>
    </dl>
  );
}

const Row = ({
  label,
  bad = false,
  children,
}: {
  label: string;
  bad?: boolean;
  children: ReactNode;
}) => (
  <Group gap="lg" align="stretch" justify="space-between" wrap="nowrap">
    <Box component="dt" c="var(--ink-2)" fz="note">
      {label}
    </Box>
    <Group
      component="dd"
      gap="2xs"
      wrap="nowrap"
      display="inline-flex"
      c={bad ? 'var(--bad)' : 'inherit'}
      ta="right"
    >
      {children}
    </Group>
  </Group>
);
