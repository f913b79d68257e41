/**
 * Shows the result of each line at the end of a run. Ramal cannot know whether a message was sent,
 * because it only opens the conversation.
 */
import { Box, Button, SimpleGrid, Text } from '@mantine/core';
import { customerName } from '@ramal/contract/rules/customer-name';
import {
  IconBrandWhatsapp,
  IconCircleCheck,
  IconMessageCheck,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { formatDate, formatTime } from '../../foundation/dates.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { type Outcome, type Run, type RunLine, type RunOccasion, runOccasion } from './run.ts';
import classes from './ChargeRun.module.css';

const icons = {
  charged: IconBrandWhatsapp,
  renewed: IconCircleCheck,
  informed: IconMessageCheck,
  skipped: IconPlayerSkipForward,
} as const;

interface Figure {
  readonly what: Outcome['what'];
  /** Absent if the result counts for every kind of message. */
  readonly occasion?: RunOccasion;
  readonly words: readonly [singular: string, plural: string];
}

const figures: readonly Figure[] = [
  { what: 'charged', occasion: 'charge', words: ['cobrado', 'cobrados'] },
  { what: 'charged', occasion: 'renewed', words: ['avisado', 'avisados'] },
  { what: 'renewed', occasion: 'charge', words: ['renovado', 'renovados'] },
  { what: 'skipped', words: ['pulado', 'pulados'] },
];

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
  const { lines, outcomeOf } = run;
  const occasions = new Set(lines.map(runOccasion));
  const shown = figures.filter(({ occasion }) => !occasion || occasions.has(occasion));
  const count = ({ what, occasion }: Figure) =>
    lines.filter(
      (line) => outcomeOf(line)?.what === what && (!occasion || runOccasion(line) === occasion),
    ).length;
  const skipped = lines.filter((line) => outcomeOf(line)?.what === 'skipped').length;
  return (
    <>
      <Text component="h2" inherit mt="sm" fz="var(--text-title)" fw={600}>
        Você passou por todos
      </Text>
      <SimpleGrid
        component="dl"
        // Four figures do not fit next to each other on a phone.
        cols={shown.length > 3 ? { base: 2, sm: 4 } : shown.length}
        spacing={0}
        bd="1px solid var(--line)"
        bdrs="var(--radius-card)"
        bg="var(--surface)"
        className={classes.figures}
      >
        {shown.map((figure) => (
          <Box py="lg" px="2xl" key={figure.words[0]}>
            <dd className="num">{count(figure)}</dd>
            <Box component="dt" c="dimmed">
              {figure.words[count(figure) === 1 ? 0 : 1]}
            </Box>
          </Box>
        ))}
      </SimpleGrid>
      <ul className={classes.people}>
        {lines.map((line) => (
          <CustomerOutcome key={line.id} line={line} outcome={outcomeOf(line)} />
        ))}
      </ul>
      {skipped > 0 && (
        <Button size="lg" variant="default" onClick={run.reopenSkipped}>
          {skipped === 1 ? 'Rever o pulado' : `Rever os ${formatCount(skipped)} pulados`}
        </Button>
      )}
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
  line: RunLine;
  outcome: Outcome | undefined;
}) {
  if (!outcome) return null;
  const Mark = icons[outcome.what];
  return (
    <li data-what={outcome.what}>
      <Mark size={20} stroke={1.75} aria-hidden />
      <span>
        <b>{customerName(line).name}</b>
        <small>{describeOutcome(line, outcome)}</small>
      </span>
    </li>
  );
}

function describeOutcome({ whatsapp }: RunLine, outcome: Outcome): string {
  if (outcome.what === 'informed') return 'Já avisado';
  if (outcome.what === 'charged') return `Conversa aberta às ${formatTime(outcome.at)}`;
  if (outcome.what === 'renewed') return `Renovado até ${formatDate(outcome.until)}`;
  return whatsapp ? 'Pulado' : 'Pulado, sem número';
}
