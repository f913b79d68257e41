/** Third step: the outcome of every row and the total cost, before any line is created. */
import { Stack } from '@mantine/core';
import { listBatches } from '@ramal/contract/batches';
import {
  type LineFile,
  getLineFile,
  importLineFile,
  validateLineFile,
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
import { pluralize, creditsInWords, formatCount, formatCredits } from '../../foundation/numbers.ts';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { useAction } from '../../foundation/api/query.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { RefusalReasons } from '../../ui/status/RefusalReasons.tsx';
import classes from './CheckRows.module.css';
import { FileRows } from './FileRows.tsx';

type EntryResult = NonNullable<LineFile['result']>;

const NOTHING = 'Nenhuma linha pode ser importada. Confira as colunas ou corrija o arquivo.';

const linesOf = ({ ok }: EntryResult): string => pluralize(ok, 'linha', 'linhas');

export function CheckRows({ file, onStarted }: { file: LineFile; onStarted: () => void }) {
  const result = file.result!;
  const platform = platforms[file.plan!.platform];
  const form = useForm(importLineFile, {
    initial: {},
    send: () => ({ params: { id: file.id }, body: {} }),
    validate: () => (result.ok === 0 ? { rows: NOTHING } : {}),
    alertFor: ({ refusal }) =>
      refusal ? undefined : { title: 'Nada para importar', text: NOTHING, tone: 'warn' },
    confirm: () => importConfirmation(result, platform),
    refresh: [getLineFile, listBatches, getProfile],
    onDone: onStarted,
  });
  return (
    <Stack gap="2xl" className={classes.root}>
      <FormScreen form={form} summary={summaryOf(result, platform)}>
        <FormSection
          title="Conferência"
          hint="Nada foi criado ainda: confira o que será importado e o que fica de fora."
        >
          <DayOrderChoice file={file} />
          <Notices result={result} />
        </FormSection>
      </FormScreen>
      <FileRows file={file} counts={result} />
    </Stack>
  );
}

/** Shows how the dates of the file were parsed. A change checks every row again (Q-IMPORTDATES). */
function DayOrderChoice({ file }: { file: LineFile }) {
  const check = useAction(validateLineFile, { refresh: [getLineFile, listLineFileRows] });
  const order = file.result?.dueOrder;
  if (!order || !file.plan) return null;
  const { plan } = file;
  const choose = (value: string) => {
    const chosen = dayOrders.find((order) => order === value);
    if (chosen && !check.isPending)
      check.mutate({ params: { id: file.id }, body: { ...plan, dayOrder: chosen } });
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

function Notices({ result }: { result: EntryResult }) {
  return (
    <>
      {result.firstUnpaid !== null && (
        <Notice tone="warn" icon={IconCoin}>
          O saldo acaba na linha {formatCount(result.firstUnpaid)} do arquivo: as que não cabem
          ficam de fora.
        </Notice>
      )}
      {result.refused === 0 && (
        <Notice tone="ok" icon={IconListCheck}>
          Todas as linhas do arquivo podem ser importadas.
        </Notice>
      )}
      <RefusalReasons reasons={result.reasons} />
    </>
  );
}

function summaryOf(result: EntryResult, platform: Platform): Omit<Summary, 'busy'> {
  const lines = linesOf(result);
  const cost = creditsInWords(result.cost);
  const after = formatCredits(result.balanceAfter);
  return {
    headLabel: 'Serão importadas',
    head: lines,
    rows: [
      { label: 'Plataforma', value: platform.label },
      { label: 'Recusadas', value: formatCount(result.refused) },
      { label: 'Custo', value: cost },
    ],
    balance: { before: formatCredits(result.balance), after },
    sentence: result.ok === 0 ? NOTHING : `${cost} · ${lines} · saldo depois: ${after}`,
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
    tone: result.ok === 0 ? 'warn' : 'accent',
  };
}

const importConfirmation = (result: EntryResult, { label }: Platform): Question => ({
  title: `Importar ${linesOf(result)}?`,
  lead: `Elas são criadas em ${label} com o mesmo usuário e a mesma senha.`,
  tone: 'light',
  icon: IconFileImport,
  facts: [
    {
      icon: IconCoin,
      text: rich`Custa **${creditsInWords(result.cost)}**; o saldo fica em ${formatCredits(result.balanceAfter)}.`,
    },
    {
      icon: IconListCheck,
      tone: 'ok',
      text: 'Você acompanha linha por linha e pode parar e retomar: nenhuma é cobrada duas vezes.',
    },
    ...(result.refused > 0
      ? [
          {
            icon: IconAlertTriangle,
            tone: 'warn' as const,
            text: `${pluralize(result.refused, 'linha fica', 'linhas ficam')} de fora.`,
          },
        ]
      : []),
  ],
  confirmLabel: 'Sim, importar',
});
