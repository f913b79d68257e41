/** The third step: the outcome of every row and the whole cost, before anything is created. */
import { listBatches } from '@ramal/contract/batches';
import {
  type LineFile,
  getLineFile,
  importLineFile,
  judgeLineFile,
  listLineFileRows,
} from '@ramal/contract/lines/line-import';
import { type Platform, platforms } from '@ramal/contract/rules/platforms';
import { dayOrders } from '@ramal/contract/rules/written-dates';
import { getProfile } from '@ramal/contract/sessions';
import {
  IconAlertTriangle,
  IconCalendarQuestion,
  IconCoin,
  IconFileImport,
  IconListCheck,
} from '@tabler/icons-react';
import { countOf, creditsInWords, formatCount, formatCredits } from '../../foundation/numbers.ts';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { useAction } from '../../foundation/api/query.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import classes from './CheckRows.module.css';
import { FileRows } from './FileRows.tsx';

type Verdict = NonNullable<LineFile['verdict']>;

const NOTHING = 'Nenhuma linha pode ser importada. Confira as colunas ou corrija o arquivo.';

const linesOf = ({ ok }: Verdict): string => countOf(ok, 'linha', 'linhas');

export function CheckRows({ file, onStarted }: { file: LineFile; onStarted: () => void }) {
  const verdict = file.verdict!;
  const platform = platforms[file.plan!.platform];
  const form = useForm(importLineFile, {
    initial: {},
    send: () => ({ params: { id: file.id }, body: {} }),
    validate: () => (verdict.ok === 0 ? { rows: NOTHING } : {}),
    alertFor: ({ refusal }) =>
      refusal ? undefined : { title: 'Nada para importar', text: NOTHING, tone: 'warn' },
    confirm: () => importConfirmation(verdict, platform),
    refresh: [getLineFile, listBatches, getProfile],
    onDone: onStarted,
  });
  return (
    <div className={classes.root}>
      <FormScreen form={form} summary={summaryOf(verdict, platform)}>
        <FormSection
          title="Conferência"
          hint="Nada foi criado ainda: confira o que será importado e o que fica de fora."
        >
          <DayOrderChoice file={file} />
          <Notices verdict={verdict} />
        </FormSection>
      </FormScreen>
      <FileRows file={file} counts={verdict} />
    </div>
  );
}

/** How the dates of the file were read, changeable: a change checks every row again (Q-IMPORTDATES). */
function DayOrderChoice({ file }: { file: LineFile }) {
  const judge = useAction(judgeLineFile, { refresh: [getLineFile, listLineFileRows] });
  const order = file.verdict?.due_order;
  if (!order || !file.plan) return null;
  const { plan } = file;
  const choose = (value: string) => {
    const chosen = dayOrders.find((one) => one === value);
    if (chosen && !judge.isPending)
      judge.mutate({ params: { id: file.id }, body: { ...plan, day_order: chosen } });
  };
  return (
    <>
      {order === 'undecided' && (
        <Notice tone="warn" icon={IconCalendarQuestion}>
          As datas servem nas duas ordens, ou umas contradizem as outras: escolha como são lidas.
        </Notice>
      )}
      <Segmented
        label="Datas do arquivo"
        wide
        value={order}
        options={[
          { value: 'dmy', label: 'Datas em dia/mês' },
          { value: 'mdy', label: 'Datas em mês/dia' },
        ]}
        onChange={choose}
      />
    </>
  );
}

function Notices({ verdict }: { verdict: Verdict }) {
  return (
    <>
      {verdict.first_unpaid !== null && (
        <Notice tone="warn" icon={IconCoin}>
          O saldo acaba na linha {formatCount(verdict.first_unpaid)} do arquivo: as que não cabem
          ficam de fora.
        </Notice>
      )}
      {verdict.refused === 0 && (
        <Notice tone="ok" icon={IconListCheck}>
          Todas as linhas do arquivo podem ser importadas.
        </Notice>
      )}
      {verdict.reasons.length > 0 && (
        <ul className={classes.reasons} aria-label="Por que linhas são recusadas">
          {verdict.reasons.map(({ reason, count }) => (
            <li key={reason}>
              <b className="num">{formatCount(count)}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function summaryOf(verdict: Verdict, platform: Platform): Omit<Summary, 'busy'> {
  const lines = linesOf(verdict);
  const cost = creditsInWords(verdict.cost);
  const after = formatCredits(verdict.balance_after);
  return {
    headLabel: 'Serão importadas',
    head: lines,
    rows: [
      { label: 'Plataforma', value: platform.label },
      { label: 'Recusadas', value: formatCount(verdict.refused) },
      { label: 'Custo', value: cost },
    ],
    balance: { before: formatCredits(verdict.balance), after },
    sentence: verdict.ok === 0 ? NOTHING : `${cost} · ${lines} · saldo depois: ${after}`,
    bar: {
      left: <b>{cost}</b>,
      right: (
        <>
          saldo depois: <b>{after}</b>
        </>
      ),
    },
    submit: `Importar ${lines}`,
    icon: IconFileImport,
    tone: verdict.ok === 0 ? 'warn' : 'accent',
  };
}

const importConfirmation = (verdict: Verdict, { label }: Platform): Question => ({
  title: `Importar ${linesOf(verdict)}?`,
  lead: `Elas são criadas em ${label} com o mesmo usuário e a mesma senha.`,
  tone: 'light',
  icon: IconFileImport,
  facts: [
    {
      icon: IconCoin,
      text: rich`Custa **${creditsInWords(verdict.cost)}**; o saldo fica em ${formatCredits(verdict.balance_after)}.`,
    },
    {
      icon: IconListCheck,
      tone: 'ok',
      text: 'Você acompanha linha por linha e pode parar e retomar: nenhuma é cobrada duas vezes.',
    },
    ...(verdict.refused > 0
      ? [
          {
            icon: IconAlertTriangle,
            tone: 'warn' as const,
            text: `${countOf(verdict.refused, 'linha fica', 'linhas ficam')} de fora.`,
          },
        ]
      : []),
  ],
  confirmLabel: 'Sim, importar',
});
