/** State of a line and of channels, which is sent with a new ticket. */
import { Box, Group, Stack, Text } from '@mantine/core';
import type { TicketFacts } from '@ramal/contract/tickets/ticket-facts';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime, relativeWord } from '../../foundation/dates.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { StatusBadge, type Tone } from '../../ui/status/StatusBadge.tsx';
import { at } from '../ticket-words.ts';
import classes from './FactsPanel.module.css';

type Line = NonNullable<TicketFacts['line']>;

export const lineTones: Record<Line['status'], Tone> = {
  Ativo: 'ok',
  Teste: 'test',
  Desativado: 'off',
  Vencido: 'bad',
  Bloqueado: 'bad',
};

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

type ChannelFacts = TicketFacts['channels'];

const Faults = ({ channels, now }: { channels: ChannelFacts; now: Date }) =>
  channels
    .filter(({ problem }) => problem !== '')
    .map((channel) => <ChannelFault key={channel.label} channel={channel} now={now} />);

/** Notice that a channel fails now. */
export const ChannelFault = ({ channel, now }: { channel: ChannelFacts[number]; now: Date }) => (
  <Notice
    tone="warn"
    icon={IconAlertTriangle}
    title={
      channel.watching > 0
        ? `${channel.label} falha para ${pluralize(channel.watching, 'linha', 'linhas')}`
        : `${channel.label} falha agora para todos`
    }
  >
    {[
      channel.problem,
      channel.checkedAt !== null && `visto ${relativeWord(at(channel.checkedAt), now)}`,
      channel.tickets > 0 && `${pluralize(channel.tickets, 'ticket', 'tickets')} em 24 h`,
    ]
      .filter(Boolean)
      .join(' · ')}
  </Notice>
);

const Channels = ({ channels }: { channels: ChannelFacts }) => (
  <dl className={classes.line}>
    {channels
      .filter(({ problem }) => problem === '')
      .map((channel) => (
        <FactRow key={channel.label} label={channel.label}>
          {channel.watching > 0
            ? `${formatCount(channel.watching)} assistem agora`
            : 'a fonte responde'}
          {channel.tickets > 0 && ` · ${pluralize(channel.tickets, 'ticket', 'tickets')} em 24 h`}
        </FactRow>
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
      <FactRow label="Estado">
        <StatusBadge tone={lineTones[line.status]}>{line.status}</StatusBadge>
      </FactRow>
      <FactRow label="Vencimento">{formatDateTime(at(line.expiresAt))}</FactRow>
      {line.package && (
        <FactRow label="Pacote">
          {line.package}
          {line.screens !== null && `, ${line.screens} ${line.screens === 1 ? 'tela' : 'telas'}`}
        </FactRow>
      )}
      <FactRow label="Última reprodução">
        {line.lastPlayedAt === null ? 'nunca' : relativeWord(at(line.lastPlayedAt), now)}
      </FactRow>
      {line.lastPlayed && <FactRow label="Canal">{line.lastPlayed}</FactRow>}
      <FactRow label="Assistindo">{line.watching ?? 'Não'}</FactRow>
      <FactRow label="Entradas recusadas" bad={line.refusedToday > 0}>
        {line.refusedToday === 0 ? (
          'nenhuma hoje'
        ) : (
          <>
            <IconAlertCircle size={15} stroke={1.75} aria-hidden /> {formatCount(line.refusedToday)}{' '}
            hoje
          </>
        )}
      </FactRow>
    </dl>
  );
}

interface FactRowProps {
  readonly label: string;
  readonly bad?: boolean;
  /** True for a part of the fact above. */
  readonly inner?: boolean;
  readonly children: ReactNode;
}

export const FactRow = ({ label, bad = false, inner = false, children }: FactRowProps) => (
  <Group gap="lg" align="stretch" justify="space-between" wrap="nowrap" ps={inner ? 'lg' : 0}>
    <Box component="dt" c="var(--ink-2)" fz="note">
      {label}
    </Box>
    <Group
      component="dd"
      gap="2xs"
      wrap="nowrap"
      display="inline-flex"
      fz="note"
      c={bad ? 'var(--bad)' : 'inherit'}
      ta="right"
    >
      {children}
    </Group>
  </Group>
);
