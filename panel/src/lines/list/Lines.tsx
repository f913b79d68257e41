/** The list of a platform's lines: one's own, a reseller's, the tree's, or everybody's for an admin. */
import { getDashboard } from '@ramal/contract/dashboard';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import type { ApiError } from '../../foundation/api/api.ts';
import { relativeWord } from '../../foundation/dates.ts';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListFailure } from '../../ui/table/list-states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAccount } from '../account.ts';
import { useBulk } from '../bulk/use-bulk.tsx';
import { ChargeAll } from '../charging/ChargeAll.tsx';
import { CreateFromCode } from '../create/CreateFromCode.tsx';
import { LineDialogs } from '../dialogs/lazy-line-dialogs.tsx';
import { useLineDialog } from '../dialogs/line-dialogs-state.ts';
import { type LineActions, useLineActions } from '../dialogs/use-line-actions.tsx';
import type { Line } from '../line.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { LinePlatform, Whose } from '../platforms/platform.ts';
import { CleanTests } from './CleanTests.tsx';
import { deletedLineActions, lineActions } from './line-actions.ts';
import { deletedLineColumns, lineColumns, orderingAny } from './line-columns.tsx';
import { lineFilters } from './LineFilters.tsx';
import { type LineParams, useLineParams } from './line-params.ts';
import { ListMore } from './ListMore.tsx';
import { emptyState, nothingFoundState } from './list-states.tsx';
import { PhoneActions } from './PhoneActions.tsx';

export interface LinesProps {
  platform: LinePlatform;
  /** Beside this list, where there are others of the same lines; who they are of is chosen there. */
  tabs?: ReactNode;
  /** The same, as rows of the sheet that cards have. */
  otherLists?: ReactNode;
  pageSizes?: readonly number[];
}

export function Lines({ platform, tabs, otherLists, pageSizes }: LinesProps) {
  const now = useNow();
  const account = useAccount();
  const isCards = useShowsCards();
  const [selecting, setSelecting] = useState(false);
  const name = `lines-${platform.is.key}` as const;
  const params = useLineParams(platform.filters, name);
  const whose = whoseLines(params, account.isAdmin);
  const deleted = params.deleted && account.isAdmin;
  const filters = {
    ...params,
    whose,
    deleted,
    abuse: undefined,
    search: params.search || undefined,
  };
  const { query, data } = usePlatformRead(
    (whose === 'all' && platform.listAll) || platform.list,
    filters,
    { enabled: account.id !== undefined, keepPrevious: true },
  );
  const counts = usePlatformRead(platform.count, whose, { enabled: account.id !== undefined });
  const actions = useLineActions(platform, now, useLineDialog(params, data?.rows));
  const refresh = () => void Promise.all([query.refetch(), counts.query.refetch()]);
  const pays = account.id !== undefined && !account.isAdmin;
  const { migrations } = actions;
  const bulk = useBulk({ platform, query: filters, page: data, pays, migrations });
  // A cleaning deletes one's own tests: it stands where those do.
  const cleans = platform.cleansTests === true && pays && whose === 0;
  const charges = pays && whose === 0 ? chargedBy(params.due) : undefined;
  const table = useLineTable({ platform, now, whose, deleted, actions });
  return (
    <ListScreen<Line>
      {...headerOf(platform, noteOf(whose, data?.rows, pays))}
      siblings={account.lists.map(({ label, listPath }) => ({
        label: `Usuários ${label}`,
        to: listPath,
      }))}
      buttons={
        <>
          {tabs || isCards ? null : <WhoseChoice params={params} />}
          {cleans && <CleanTests platform={platform} />}
          <ExportButton
            declaration={platform.spreadsheet.declaration}
            sent={platform.spreadsheet.send(filters)}
          />
        </>
      }
      onRefresh={refresh}
      createLink={<CreateLinks platform={platform} />}
      above={
        <>
          {isCards ? undefined : tabs}
          {charges !== undefined && <ChargeAll platform={platform} due={charges} />}
        </>
      }
      list={{
        ...table,
        name,
        label: platform.words.phoneTitle,
        noun: ['usuário', 'usuários'],
        params: params.list,
        query,
        page: data && { data: data.rows, total: data.total, total_exact: data.totalExact },
        columns: data?.totalExact === false ? orderingAny(table.columns) : table.columns,
        filters: lineFilters({
          offered: platform.filters,
          params,
          counts: counts.data,
          restores: account.isAdmin,
          sells: pays && whose === 0,
          extra: isCards && (
            <ListMore
              platform={platform}
              query={filters}
              cleans={cleans}
              total={data?.total}
              inUse={filtersInUse(params)}
              columns={data?.totalExact === false ? orderingAny(table.columns) : table.columns}
              list={params.list}
              onRefresh={refresh}
              onSelect={deleted ? undefined : () => setSelecting(true)}
            >
              <WhoseChoice params={params} wide />
              {otherLists}
            </ListMore>
          ),
        }),
        ...(isCards ? { selecting: { on: selecting, onChange: setSelecting } } : {}),
        pageSizes,
        failure: failureOf,
        onRetry: query.error?.code === 'sort_too_many' ? params.unsort : refresh,
        flash: actions.flash,
        selection: deleted ? undefined : bulk.selection,
        empty: emptyState(platform, account.sells(platform)),
        nothingFound: nothingFoundState(params, counts.data?.all),
      }}
    >
      <LineDialogs platform={platform} acts={actions} now={now} />
      {bulk.windows}
    </ListScreen>
  );
}

const headerOf = (platform: LinePlatform, note: string | undefined) => ({
  title: platform.words.listTitle,
  phoneTitle: platform.words.phoneTitle,
  breadcrumb: [{ label: 'Linhas' }, { label: platform.is.label }, { label: 'Listagem' }],
  wide: true,
  note,
  phoneActions: (
    <PhoneActions>
      <CreateFromCodeButton platform={platform} />
    </PhoneActions>
  ),
});

function CreateLinks({ platform }: { platform: LinePlatform }) {
  const sells = useAccount().sells(platform);
  return (
    <>
      <CreateFromCodeButton platform={platform} />
      {sells && (
        <LinkButton to={platform.is.createPath} leftSection={<IconPlus size={16} stroke={1.75} />}>
          {platform.words.createButton}
        </LinkButton>
      )}
    </>
  );
}

function CreateFromCodeButton({ platform }: { platform: LinePlatform }) {
  const sells = useAccount().sells(platform);
  return sells && platform.fromCode ? <CreateFromCode platform={platform} /> : null;
}

/** Who is over, or who ends on a day, is charged one after the other. */
const chargedBy = (due: LineParams['due']): string | undefined =>
  due === 'expired' || /^\d{4}-/.test(due ?? '') ? due : undefined;

/** Beside the status, which the chips show. */
const filtersInUse = ({ due, expiring, paid, tree }: LineParams): number =>
  [due ?? expiring, paid, tree].filter((one) => one !== undefined).length;

interface LineTableInput {
  platform: LinePlatform;
  now: Date;
  whose: Whose;
  deleted: boolean;
  actions: LineActions;
}

/** Columns and actions of living lines, or of deleted ones. */
function useLineTable({ platform, now, whose, deleted, actions }: LineTableInput) {
  const toast = useToast();
  const shared = {
    rowKey: (line: Line) => line.id,
    rowName: (line: Line) => line.username,
    sheetNote: (line: Line) => [line.note, expiresWhen(line, now)].filter(Boolean).join(' · '),
  };
  if (deleted) {
    const columns = deletedLineColumns(platform, now);
    return { ...shared, columns, actions: deletedLineActions(actions) };
  }
  return {
    ...shared,
    columns: lineColumns(
      platform,
      now,
      whose !== 0,
      platform.is.plays ? (line) => actions.dialogs.open({ kind: 'watching', line }) : undefined,
    ),
    actions: lineActions({ platform, acts: actions, now, toast }),
    // Only what is about to happen is marked: what is over is not.
    rowSignal: (line: Line) =>
      line.expiresAt > now ? (['bad', 'warn'] as const)[2 - line.expiring] : undefined,
  };
}

/** What the server says; where it could say nothing of use, the documented text (M-21). */
export const failureOf = ({ status, message, requestId, code }: ApiError): ListFailure => ({
  ...(code === 'sort_too_many' ? tooManyToOrder : {}),
  text: status >= 500 ? 'Por favor, atualize a página e tente novamente.' : message,
  requestId,
});

const tooManyToOrder = {
  title: 'São linhas demais para esta ordem',
  note: '',
  retry: 'Ordenar por vencimento',
};

/** «vence amanhã», «venceu há 2 dias». */
const expiresWhen = ({ expiresAt }: Line, now: Date): string =>
  `${expiresAt > now ? 'vence' : 'venceu'} ${relativeWord(expiresAt, now)}`;

/** An admin owns no lines: without a reseller in the path it sees everybody's (Q-RESPARAM). */
export function whoseLines(params: LineParams, isAdmin: boolean): Whose {
  if (params.resellerId !== undefined) return params.resellerId;
  if (isAdmin) return 'all';
  return params.tree ?? 0;
}

/** Where lines of others stand, it is said whose they are and who pays (Q-CHARGE). */
function noteOf(
  whose: Whose,
  rows: readonly Line[] | undefined,
  pays: boolean,
): string | undefined {
  if (whose === 0 || whose === 'all') return undefined;
  if (whose === 'below') return 'As linhas da sua rede, sem as suas. Quem renova é quem paga.';
  if (whose === 'tree') return 'As suas linhas e as de toda a sua rede. Quem renova é quem paga.';
  const owner = rows?.[0]?.ownerName;
  return `Linhas ${owner ? `de ${owner}` : `da revenda ${whose}`}.${pays ? ' Quem renova é quem paga.' : ''}`;
}

/** Only for someone with resellers below, and not while looking at one of them. */
export function WhoseChoice({ params, wide = false }: { params: LineParams; wide?: boolean }) {
  const { isAdmin } = useAccount();
  const dashboard = useCall(getDashboard, {}, { staleMs: 360_000 });
  const hasTree = (dashboard.data?.total_resellers ?? 0) > 0;
  if (isAdmin || !hasTree || params.resellerId !== undefined) return null;
  return (
    <Segmented
      label="De quem"
      wide={wide}
      value={params.tree ? 'tree' : 'own'}
      options={[
        { value: 'own', label: 'Minhas linhas' },
        { value: 'tree', label: 'Toda a rede' },
      ]}
      onChange={(value) => params.change({ reseller_id: value === 'tree' ? 'tree' : undefined })}
    />
  );
}
