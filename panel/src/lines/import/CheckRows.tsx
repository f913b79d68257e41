/** The third step: what would become of every row and what all cost, before anything is done. */
import {
  type FileRow,
  type FileRowSort,
  type LineFile,
  getLineFile,
  importLineFile,
  listLineFileRows,
} from '@ramal/contract/lines/line-import';
import { getProfile } from '@ramal/contract/sessions';
import { listBatches } from '@ramal/contract/batches';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconAlertTriangle, IconCoin, IconFileImport, IconListCheck } from '@tabler/icons-react';
import { countOf, creditsInWords, formatCount, formatCredits } from '../../foundation/numbers.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { FormFrame } from '../../ui/form/FormFrame.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { type ImportAddress, type ImportVerdict, useImportAddress } from './import-address.ts';

const PER_PAGE = 30;
const NOTHING = 'Nenhuma linha pode ser importada. Confira as colunas ou corrija o arquivo.';

const columns: readonly Column<FileRow>[] = [
  {
    key: 'number',
    sortable: true,
    header: 'Linha',
    width: 64,
    card: 'detail',
    muted: true,
    cell: (row) => <span className="num">{formatCount(row.number)}</span>,
  },
  {
    key: 'username',
    sortable: true,
    header: 'Usuário',
    width: 120,
    card: 'identity',
    cell: (row) => <span className="mono">{row.username || '–'}</span>,
  },
  {
    key: 'verdict',
    sortable: true,
    header: 'Situação',
    card: 'status',
    width: 112,
    cell: (row) =>
      row.reason ? (
        <StatusBadge tone="bad">Recusada</StatusBadge>
      ) : (
        <StatusBadge tone="ok">Importar</StatusBadge>
      ),
  },
  {
    key: 'due',
    sortable: true,
    header: 'Vencimento',
    width: 108,
    card: 'detail',
    cell: (row) => <span className="num">{row.due || '–'}</span>,
  },
  {
    key: 'what',
    sortable: 'reason',
    header: 'Motivo ou nota',
    fill: true,
    card: 'note',
    cell: (row) => (row.reason ? <span className="import-reason">{row.reason}</span> : row.note),
    title: (row) => row.reason || row.note,
  },
  {
    key: 'cost',
    sortable: true,
    header: 'Custo',
    width: 70,
    align: 'end',
    card: 'detail',
    cell: (row) => <span className="num">{row.reason ? '–' : formatCredits(row.cost)}</span>,
  },
];

export function CheckRows({ file, onStarted }: { file: LineFile; onStarted: () => void }) {
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const { address, go } = useImportAddress();
  const start = useAction(importLineFile, { refresh: [getLineFile, listBatches, getProfile] });
  const page = address.page ?? 1;
  const rows = useCall(
    listLineFileRows,
    {
      params: { id: file.id },
      query: {
        page,
        per_page: PER_PAGE,
        ...(address.situacao ? { verdict: address.situacao } : {}),
        ...(address.sort ? { sort: address.sort, dir: address.dir ?? 'asc' } : {}),
      },
    },
    { keepPrevious: true },
  );
  const verdict = file.verdict!;
  const platform = platforms[file.plan!.platform];
  const lines = countOf(verdict.ok, 'linha', 'linhas');
  const { situacao, sort, dir } = address;
  const look = (more: Partial<ImportAddress>) =>
    go({ arquivo: file.id, passo: 'conferencia', situacao, sort, dir, ...more }, true);
  const submit = async () => {
    if (verdict.ok === 0) {
      await alert({ title: 'Nada para importar', text: NOTHING, tone: 'warn' });
      return;
    }
    const done = await confirm({
      title: `Importar ${lines}?`,
      lead: `Elas são criadas em ${platform.label} com o mesmo usuário e a mesma senha.`,
      tone: 'light',
      icon: IconFileImport,
      facts: [
        {
          icon: IconCoin,
          tone: 'plain',
          text: (
            <>
              Custa <b>{creditsInWords(verdict.cost)}</b>; o saldo fica em{' '}
              {formatCredits(verdict.balance_after)}.
            </>
          ),
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
                text: <>{countOf(verdict.refused, 'linha fica', 'linhas ficam')} de fora.</>,
              },
            ]
          : []),
      ],
      confirmLabel: 'Sim, importar',
      onConfirm: () => start.mutateAsync({ params: { id: file.id }, body: {} }),
    });
    if (done) onStarted();
  };
  return (
    <div className="import-check">
      <FormFrame
        onSubmit={() => void submit()}
        summary={{
          headLabel: 'Serão importadas',
          head: lines,
          rows: [
            { label: 'Plataforma', value: platform.label },
            { label: 'Recusadas', value: formatCount(verdict.refused) },
            { label: 'Custo', value: creditsInWords(verdict.cost) },
          ],
          balance: {
            before: formatCredits(verdict.balance),
            after: formatCredits(verdict.balance_after),
          },
          sentence:
            verdict.ok === 0
              ? NOTHING
              : `${creditsInWords(verdict.cost)} · ${lines} · saldo depois: ${formatCredits(verdict.balance_after)}`,
          bar: {
            left: <b>{creditsInWords(verdict.cost)}</b>,
            right: (
              <>
                saldo depois: <b>{formatCredits(verdict.balance_after)}</b>
              </>
            ),
          },
          submit: `Importar ${lines}`,
          icon: IconFileImport,
          busy: start.isPending,
          tone: verdict.ok === 0 ? 'warn' : 'accent',
        }}
      >
        <FormSection
          title="Conferência"
          hint="Nada foi criado ainda: confira o que será importado e o que fica de fora."
        >
          {verdict.first_unpaid !== null && (
            <Notice tone="warn" icon={IconCoin}>
              O saldo acaba na linha {formatCount(verdict.first_unpaid)} do arquivo: as que não
              cabem ficam de fora.
            </Notice>
          )}
          {verdict.refused === 0 && (
            <Notice tone="ok" icon={IconListCheck}>
              Todas as linhas do arquivo podem ser importadas.
            </Notice>
          )}
          {verdict.reasons.length > 0 && (
            <ul className="import-reasons" aria-label="Por que linhas são recusadas">
              {verdict.reasons.map(({ reason, count }) => (
                <li key={reason}>
                  <b className="num">{formatCount(count)}</b>
                  <span>{reason}</span>
                </li>
              ))}
            </ul>
          )}
        </FormSection>
      </FormFrame>
      <Segmented
        label="Situação"
        value={address.situacao ?? 'all'}
        options={[
          { value: 'all', label: 'Todas', count: verdict.total },
          { value: 'ok', label: 'Importar', count: verdict.ok },
          { value: 'refused', label: 'Recusadas', count: verdict.refused },
        ]}
        onChange={(value) =>
          look({ situacao: value === 'all' ? undefined : (value as ImportVerdict) })
        }
      />
      <DataTable<FileRow>
        label="Linhas do arquivo"
        noun={['linha', 'linhas']}
        columns={columns}
        rows={rows.data?.data}
        rowKey={(row) => row.number}
        rowName={(row) => row.username || `linha ${row.number}`}
        rowSignal={(row) => (row.reason ? 'bad' : undefined)}
        total={rows.data?.total ?? 0}
        totalExact={rows.data?.total_exact}
        page={page}
        pageSize={PER_PAGE}
        onPage={(next) => look({ page: next })}
        sort={{ key: sort ?? 'number', direction: dir ?? 'asc' }}
        onSort={({ key, direction }) => look({ sort: key as FileRowSort, dir: direction })}
        busy={rows.isFetching}
        failure={rows.error && { text: rows.error.message, requestId: rows.error.requestId }}
        onRetry={() => void rows.refetch()}
        empty={{
          icon: IconListCheck,
          title: 'Nenhuma linha aqui',
          text: 'Nesta situação não há nenhuma.',
        }}
      />
    </div>
  );
}
