import { Group, Text } from '@mantine/core';
import type { TicketSystem } from '@ramal/contract/rules/tickets';
import { readTicketReport } from '@ramal/contract/tickets/ticket-answers';
import { useCall } from '../../foundation/api/query.ts';
import { formatCount } from '../../foundation/numbers.ts';

const REFRESH_MS = 5 * 60_000;

/**
 * Shows the median times until tickets of the last 30 days were answered and closed, and the number
 * of waiting tickets.
 */
export function TicketReport({ system }: { system: TicketSystem }) {
  const { data } = useCall(
    readTicketReport,
    { query: { systemTypeId: system } },
    { refreshEveryMs: REFRESH_MS },
  );
  const figures = [
    ['Primeira resposta em', minutes(data?.firstAnswerMinutes), ''],
    ['Solução em', minutes(data?.endMinutes), ''],
    [
      '',
      formatCount(data?.late ?? 0),
      data?.late === 1 ? 'espera há mais de 4 h' : 'esperam há mais de 4 h',
    ],
    ['', formatCount(data?.unassigned ?? 0), 'sem responsável'],
  ] as const;
  const names = data?.byAdmin
    .map(
      ({ username, answered, firstAnswerMinutes: first }) =>
        `${username}: ${formatCount(answered)}, ${minutes(first)}`,
    )
    .join('\n');
  return (
    <Group
      component="ul"
      gap="var(--space-2xs) var(--space-4xl)"
      align="stretch"
      c="var(--ink-2)"
      aria-label="Atendimento nos últimos 30 dias"
      title={names}
    >
      {figures.map(([before, figure, after]) => (
        <li key={before + after}>
          {before}{' '}
          <Text component="b" inherit c="var(--ink)">
            {figure}
          </Text>{' '}
          {after}
        </li>
      ))}
    </Group>
  );
}

/** Formats minutes as «3 h 10». */
function minutes(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value < 60) return `${value} min`;
  if (value < 48 * 60) return `${Math.floor(value / 60)} h ${String(value % 60).padStart(2, '0')}`;
  return `${Math.round(value / 60 / 24)} dias`;
}
