/**
 * Shows the result of each line at the end of a run. Ramal cannot know whether a message was sent,
 * because it only opens the conversation.
 */
import { Box, SimpleGrid, Text } from '@mantine/core';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconBrandWhatsapp, IconCircleCheck, IconPlayerSkipForward } from '@tabler/icons-react';
import { formatDate, formatTime } from '../../foundation/dates.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { LineToCharge, Outcome, Run, RunOccasion } from './run.ts';
import classes from './ChargeRun.module.css';

const icons = {
  charged: IconBrandWhatsapp,
  renewed: IconCircleCheck,
  skipped: IconPlayerSkipForward,
} as const;

type Figure = readonly [Outcome['what'], one: string, many: string];
const skipped: Figure = ['skipped', 'pulado', 'pulados'];
const figures: Readonly<Record<RunOccasion, readonly Figure[]>> = {
  charge: [['charged', 'cobrado', 'cobrados'], ['renewed', 'renovado', 'renovados'], skipped],
  renewed: [['charged', 'avisado', 'avisados'], skipped],
};

const backLabels: Readonly<Record<string, string>> = {
  '/dashboard': 'Voltar ao início',
  '/reminders': 'Voltar aos lembretes',
  '/batches': 'Voltar aos trabalhos em lote',
};

interface RunEndProps {
  readonly run: Run;
  readonly from: { readonly to: string; readonly search: object };
}

export function RunEnd({ run, from }: RunEndProps) {
  const { lines, occasion, outcomeOf } = run;
  const count = (what: Outcome['what']) =>
    lines.filter((line) => outcomeOf(line)?.what === what).length;
  return (
    <>
      <Text component="h2" inherit mt="sm" fz="var(--text-title)" fw={600}>
        Você passou por todos
      </Text>
      <SimpleGrid
        component="dl"
        cols={3}
        spacing={0}
        bd="1px solid var(--line)"
        bdrs="var(--radius-card)"
        bg="var(--surface)"
        className={classes.figures}
      >
        {figures[occasion].map(([what, singular, many]) => (
          <Box py="lg" px="2xl" key={what}>
            <dd className="num">{count(what)}</dd>
            <Box component="dt" c="dimmed">
              {count(what) === 1 ? singular : many}
            </Box>
          </Box>
        ))}
      </SimpleGrid>
      <ul className={classes.people}>
        {lines.map((line) => (
          <CustomerOutcome key={line.id} line={line} outcome={outcomeOf(line)} />
        ))}
      </ul>
      <LinkButton size="lg" {...from}>
        {backLabels[from.to] ?? 'Voltar à lista'}
      </LinkButton>
    </>
  );
}

export function CustomerOutcome({
  line,
  outcome,
}: {
  line: LineToCharge;
  outcome: Outcome | undefined;
}) {
  if (!outcome) return null;
  const Mark = icons[outcome.what];
  return (
    <li data-what={outcome.what}>
      <Mark size={20} stroke={1.75} aria-hidden />
      <span>
        <b>{customerName(line).name}</b>
        <small>{said(line, outcome)}</small>
      </span>
    </li>
  );
}

function said({ whatsapp }: LineToCharge, outcome: Outcome): string {
  if (outcome.what === 'charged') return `Conversa aberta às ${formatTime(outcome.at)}`;
  if (outcome.what === 'renewed') return `Renovado até ${formatDate(outcome.until)}`;
  return whatsapp ? 'Pulado' : 'Pulado, sem número';
}
