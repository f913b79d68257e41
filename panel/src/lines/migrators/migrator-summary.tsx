/**
 * Summary next to the form: cost, time, expiry and the balance after. It changes while the user
 * types, and marks unknown values as unknown.
 */
import { IconTransferIn } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pluralize, creditsInWords, formatCredits, missingVerb } from '../../foundation/numbers.ts';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import type { PackageOption } from '../platforms/platform.ts';
import type { Balance } from '../fields/quote.ts';
import { calculatePayment } from '../fields/quote.ts';
import { MissingCredits } from '../fields/TopUpAction.tsx';
import { TextSkeleton } from '../TextSkeleton.tsx';
import { daysInWords, readDueDay } from './due-day.ts';
import type { Cost, Migrator } from './migrator.ts';
import type { MigratorForm } from './migrator-form.ts';
import type { CostState } from './use-migrator.ts';

interface MigratorSummaryInput {
  migrator: Migrator;
  values: MigratorForm;
  cost: CostState;
  balance: Balance;
  packages: readonly PackageOption[] | undefined;
  now: Date;
}

export function migratorSummary(input: MigratorSummaryInput): Omit<Summary, 'busy'> {
  const { migrator, values, cost: state, balance, packages, now } = input;
  const { cost, waiting } = state;
  const day = readDueDay(values.due, now);
  const quote = cost && calculatePayment(cost.credits, balance);
  const short = quote !== undefined && quote.missing > 0;
  const time = 'error' in day ? undefined : daysInWords(day.days);
  const price = quote && (cost.credits === 0 ? 'grátis' : quote.cost);
  const unknown = waiting ? <TextSkeleton /> : 'informe o vencimento';
  return {
    headLabel: 'Vence em',
    head: 'error' in day ? 'a escolher' : `${values.due}, 23:59`,
    rows: [
      { label: 'Plataforma', value: migrator.platform.definition.label },
      {
        label: 'Pacote',
        value: packages?.find(({ id }) => id === values.packageId)?.label ?? 'a escolher',
      },
      { label: 'Tempo', value: time ?? 'a escolher' },
      { label: 'Custo', value: price ?? unknown },
    ],
    ...(quote && balance !== null
      ? {
          balance: {
            ...(typeof balance === 'number' ? { before: formatCredits(balance) } : {}),
            after: short
              ? `${missingVerb(quote.missing)} ${formatCredits(quote.missing)}`
              : typeof quote.after === 'number'
                ? formatCredits(quote.after)
                : undefined,
          },
        }
      : {}),
    sentence: sentenceOf(
      input,
      short && quote ? (
        <MissingCredits quote={{ ...quote, time: '', expiresAt: now }} what="migrar este cliente" />
      ) : undefined,
    ),
    bar: {
      left: (
        <>
          <b>{price ? capital(price) : <>custo {unknown}</>}</b>
          {time && ` · ${time}`}
        </>
      ),
      right: quote && aside(quote),
    },
    submit: 'Migrar',
    phoneSubmit: 'error' in day ? 'Migrar' : `Migrar · vence em ${values.due}`,
    icon: IconTransferIn,
    tone: short ? 'warn' : 'accent',
  };
}

/** Shows the number of missing credits, or the balance after the migration. */
function aside({ missing, after }: ReturnType<typeof calculatePayment>): ReactNode {
  if (missing > 0)
    return (
      <b>
        {missingVerb(missing)} {creditsInWords(missing)}
      </b>
    );
  if (typeof after !== 'number') return undefined;
  return (
    <>
      saldo depois: <b>{formatCredits(after)}</b>
    </>
  );
}

/**
 * Returns the text of the summary: the missing credits, the failure, or the complete effect of the
 * migration.
 */
function sentenceOf(
  { migrator, values, cost: { cost, waiting, failure }, balance, now }: MigratorSummaryInput,
  missing: ReactNode,
): ReactNode {
  if (missing) return missing;
  if (failure) return failure;
  if (waiting) return <TextSkeleton />;
  const day = readDueDay(values.due, now);
  if (!cost || 'error' in day)
    return migrator.knownBy === 'address'
      ? 'O custo aparece aqui quando houver link e vencimento.'
      : 'O custo aparece aqui quando houver vencimento.';
  const { after, cost: words } = calculatePayment(cost.credits, balance);
  const parts = [
    cost.credits === 0 ? 'Grátis' : words,
    daysInWords(day.days),
    `vence em ${values.due} às 23:59`,
    ...(typeof after === 'number' ? [`saldo depois: ${formatCredits(after)}`] : []),
  ];
  return parts.join(' · ');
}

/**
 * Explains the free days of the list, or why they do not apply to this customer. Undefined if the
 * list has no free days.
 */
export function exemptionWords({ freeDays, used, isFull, credits }: Cost): string | undefined {
  if (used) return 'Este cliente já veio desta lista sem custo: a isenção vale uma vez.';
  if (isFull) return 'Você já trouxe desta lista todos os clientes sem custo que podia.';
  if (freeDays === 0) return undefined;
  const days = pluralize(freeDays, 'dia', 'dias');
  return credits === 0
    ? `Lista isenta: até ${days} sem custo.`
    : `Lista isenta: ${days} sem custo, e você paga só o que passar disso.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
