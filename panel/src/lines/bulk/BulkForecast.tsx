/**
 * Preview of an action on many lines: the number of changed lines, the unchanged lines with
 * reasons, and the cost.
 */
import { Checkbox, Skeleton, Text } from '@mantine/core';
import type { BulkAct } from '@ramal/contract/lines/bulk-lines';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCoins,
  IconEqual,
  IconHistory,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import {
  pluralize,
  creditsInWords,
  formatCount,
  formatCredits,
  missingVerb,
} from '../../foundation/numbers.ts';
import { type Fact, Facts } from '../../ui/dialogs/Facts.tsx';
import { rich } from '../../ui/rich-text.tsx';
import type { Preview } from './bulk.ts';
import classes from './BulkForecast.module.css';
import { actWords, headline, linesWord, roundCredits } from './bulk-words.ts';

interface BulkForecastProps {
  act: BulkAct;
  preview: Preview | undefined;
  /** True while a new preview loads and the shown one is outdated. */
  busy: boolean;
  acceptsPartial: boolean;
  onAcceptPartial: (accepted: boolean) => void;
}

export function BulkForecast(props: BulkForecastProps) {
  const { act, preview, busy, acceptsPartial, onAcceptPartial } = props;
  if (!preview) return <Skeleton height={132} radius={12} aria-label="Calculando" />;
  return (
    <section className={classes.root} aria-label="O que vai acontecer" aria-busy={busy}>
      <Text fz="field" fw={600} lts="var(--tracking-body)" role="status">
        {headline(act, preview)}
      </Text>
      <Facts facts={[...factsOf(act, preview), ...refusalsOf(preview)]} />
      {preview.costEach > 0 && preview.doable > 0 && <Cost preview={preview} />}
      {preview.shortOf && preview.enoughFor > 0 && (
        <Checkbox
          checked={acceptsPartial}
          onChange={(event) => onAcceptPartial(event.currentTarget.checked)}
          label={`Entendi: fazer só ${firstOnes(preview.enoughFor)}, na ordem da lista`}
        />
      )}
    </section>
  );
}

const firstOnes = (count: number): string =>
  count === 1 ? 'a primeira' : `as ${formatCount(count)} primeiras`;

function factsOf(act: BulkAct, preview: Preview): Fact[] {
  const { doable, unchanged, running } = preview;
  const facts: Fact[] = [];
  const { already } = actWords[act];
  if (already && unchanged > 0)
    facts.push({
      icon: IconEqual,
      text: `${linesWord(unchanged)} ${already[unchanged === 1 ? 0 : 1]} e ${unchanged === 1 ? 'fica' : 'ficam'} como ${unchanged === 1 ? 'está' : 'estão'}.`,
    });
  if (act === 'delete' && doable > 0) facts.push(runningFact(running), restoreFact);
  if (act === 'switch-off' && running > 0)
    facts.push({
      icon: IconPlugConnectedX,
      tone: 'warn',
      text: 'Quem estiver assistindo será desligado em até 15 segundos.',
    });
  if (act === 'migrate' && doable > 0)
    facts.push({
      icon: IconAlertTriangle,
      tone: 'warn',
      text: 'Usuário e senha serão novos: cada cliente precisa receber os dele. O tempo que falta vai junto.',
    });
  if (preview.costEach === 0 && doable > unchanged && act !== 'delete')
    facts.push({ icon: IconCoins, tone: 'ok', text: 'Nenhum crédito é debitado.' });
  return facts;
}

const runningFact = (running: number): Fact =>
  running === 0
    ? { icon: IconCircleCheck, tone: 'ok', text: 'Nenhum cliente pago perde o acesso.' }
    : {
        icon: IconPlugConnectedX,
        tone: 'bad',
        text: rich`**${pluralize(running, 'linha oficial ainda vale', 'linhas oficiais ainda valem')}**: ${running === 1 ? 'o cliente perde' : 'os clientes perdem'} o acesso agora, e os créditos não voltam.`,
      };

const restoreFact: Fact = {
  icon: IconHistory,
  text: 'Só um administrador pode trazê-las de volta, em até 30 dias.',
};

const refusalsOf = ({ refused }: Preview): Fact[] =>
  refused.map(({ reason, count }) => ({
    icon: IconAlertTriangle,
    tone: 'warn',
    text: rich`**${linesWord(count)} de fora.** ${reason}`,
  }));

function Cost({ preview }: { preview: Preview }) {
  const { doable, costEach, cost, balance, balanceAfter, enoughFor, shortOf } = preview;
  return (
    <div className={classes.cost} data-short={shortOf ?? undefined}>
      <p>
        <span>
          {linesWord(doable)} × {creditsInWords(costEach)}
        </span>
        <b className="num">{creditsInWords(cost)}</b>
      </p>
      {balance === null ? (
        <p>
          <span>Os créditos saem da administração, não das revendas.</span>
        </p>
      ) : (
        <p>
          <span>Seu saldo agora e depois</span>
          <b className="num">
            {formatCredits(balance)} → {formatCredits(balanceAfter ?? 0)}
          </b>
        </p>
      )}
      {shortOf && (
        <p className={classes.short}>
          {shortWords(shortOf, enoughFor, doable, roundCredits(cost - (balance ?? 0)))}
        </p>
      )}
    </div>
  );
}

function shortWords(
  shortOf: 'balance' | 'limit',
  enoughFor: number,
  doable: number,
  missing: number,
): string {
  const what = shortOf === 'balance' ? 'O saldo' : 'O limite de créditos de hoje';
  const reach =
    enoughFor === 0 ? `${what} não dá para nenhuma.` : `${what} dá para ${linesWord(enoughFor)}.`;
  const rest = doable - enoughFor;
  const left = `${rest === 1 ? 'A outra seria recusada' : `As outras ${formatCount(rest)} seriam recusadas`}, sem custo.`;
  const lack =
    shortOf === 'balance' ? ` Para todas ${missingVerb(missing)} ${creditsInWords(missing)}.` : '';
  return enoughFor === 0 ? `${reach}${lack}` : `${reach} ${left}${lack}`;
}
