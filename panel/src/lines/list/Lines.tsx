/** The list of a platform's lines: one's own, a reseller's, the tree's, or everybody's for an admin. */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
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
import type { ListViewState } from '../../ui/views/use-list-view.ts';
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
import type { Count, LinePlatform, LineQuery, Whose } from '../platforms/platform.ts';
import { CleanTests } from './CleanTests.tsx';
import { deletedLineActions, lineActions } from './line-actions.ts';
import { deletedLineColumns, lineColumns, orderingAny } from './line-columns.tsx';
import { EndedLines } from './EndedLines.tsx';
import { lineFilters, lineSelects } from './LineFilters.tsx';
import { type LineParams, useLineParams } from './line-params.ts';
import { ListMore } from './ListMore.tsx';
import { emptyState, noneInTime, nothingFoundState } from './list-states.tsx';
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
  const list = useLinesRead(platform, account, isCards && !selecting);
  const { params, whose, deleted, filters, data, ended, counts, refresh, sellsHere } = list;
  const rows = data && [...(ended?.rows ?? []), ...data.rows];
  const actions = useLineActions(platform, now, useLineDialog(params, rows));
  const { migrations } = actions;
  const bulk = useBulk({ platform, query: filters, page: data, pays: list.pays, migrations });
  const table = useLineTable({ platform, now, whose, deleted, actions });
  const columns = data?.totalExact === false ? orderingAny(table.columns) : table.columns;
  // A cleaning deletes one's own tests: it stands where those do.
  const cleans = platform.cleansTests === true && sellsHere;
  const sheet = (view: ListViewState | undefined) => (
    <ListMore
      platform={platform}
      query={filters}
      cleans={cleans}
      total={data && data.total + (ended?.total ?? 0)}
      inUse={filtersInUse(params)}
      selects={lineSelects(params, sellsHere)}
      onClear={() =>
        params.change({
          due: undefined,
          expiring: undefined,
          paid: undefined,
          reseller_id: undefined,
        })
      }
      view={view}
      columns={columns}
      list={params.list}
      onRefresh={refresh}
      onSelect={deleted ? undefined : () => setSelecting(true)}
    >
      <WhoseChoice params={params} wide />
      {otherLists}
    </ListMore>
  );
  return (
    <ListScreen<Line>
      {...headerOf(platform, noteOf(whose, data?.rows, list.pays))}
      siblings={siblingsOf(account)}
      buttons={
        <Buttons list={list} platform={platform} cleans={cleans} chooses={!tabs && !isCards} />
      }
      onRefresh={refresh}
      createLink={<CreateLinks platform={platform} />}
      above={isCards ? undefined : tabs}
      list={{
        ...table,
        ...stateOf(platform, list, account),
        columns,
        filters: lineFilters({
          offered: platform.filters,
          params,
          counts: counts.data,
          restores: account.isAdmin,
          sells: sellsHere,
          sheet: isCards ? sheet : undefined,
          ended: endedCount(list),
        }),
        banner: (
          <>
            {sellsHere && <ChargeAllOf platform={platform} due={params.due} />}
            {ended && params.page === 1 && ended.total > 0 && (
              <EndedLines
                {...table}
                platform={platform}
                ended={ended}
                now={now}
                flash={actions.flash?.key}
                charges={sellsHere}
                onAll={() => params.change({ due: 'expired' })}
              />
            )}
          </>
        ),
        ...(isCards ? { selecting: { on: selecting, onChange: setSelecting } } : {}),
        pageSizes,
        flash: actions.flash,
        selection: deleted ? undefined : bulk.selection,
      }}
    >
      <LineDialogs platform={platform} acts={actions} now={now} />
      {bulk.windows}
    </ListScreen>
  );
}

type Account = ReturnType<typeof useAccount>;

/**
 * Which lines the address asks for, one page of them, and how many there are of each status. `apart`: where no
 * filter is set, whoever is over comes apart from those who still watch.
 */
function useLinesRead(platform: LinePlatform, account: Account, apart: boolean) {
  const params = useLineParams(platform.filters, `lines-${platform.is.key}`);
  const whose = whoseLines(params, account.isAdmin);
  const deleted = params.deleted && account.isAdmin;
  const search = params.search || undefined;
  const isKnown = account.id !== undefined;
  const pays = isKnown && !account.isAdmin;
  const splits = apart && pays && isPlain(params);
  const filters = {
    ...params,
    whose,
    deleted,
    abuse: undefined,
    search,
    expired: splits ? false : params.expired,
  };
  const { query, data } = usePlatformRead(
    (whose === 'all' && platform.listAll) || platform.list,
    filters,
    { enabled: isKnown, keepPrevious: true, readableOffline: true },
  );
  const counts = usePlatformRead(platform.count, whose, {
    enabled: isKnown,
    readableOffline: true,
  });
  const over = usePlatformRead(platform.list, endedQuery(filters), {
    enabled: splits,
    keepPrevious: true,
    readableOffline: true,
  });
  return {
    params,
    whose,
    deleted,
    filters,
    query,
    // Both come at once: what stands above would push the rest down.
    data: splits && over.query.isPending ? undefined : data,
    /** Who is over, where they stand apart. */
    ended: splits ? over.data : undefined,
    counts,
    refresh: () =>
      void Promise.all([
        query.refetch(),
        counts.query.refetch(),
        ...(splits ? [over.query.refetch()] : []),
      ]),
    pays,
    /** The list of one's own customers. */
    sellsHere: pays && whose === 0,
  };
}

/** The most recently ended first: they are the likeliest to come back. */
const endedQuery = (filters: LineQuery): LineQuery => ({
  ...filters,
  due: 'expired',
  expired: undefined,
  page: 1,
  perPage: PAGE_SIZES[0],
  sort: 'exp_date',
  direction: 'desc',
});

/** Nothing is searched for, filtered by, or put in another order. */
const isPlain = ({
  search,
  status,
  due,
  expiring,
  paid,
  deleted,
  abuse,
  sort,
  direction,
}: LineParams) =>
  search === '' &&
  [status, due, expiring, paid, abuse].every((one) => one === undefined) &&
  !deleted &&
  sort === 'exp_date' &&
  direction === 'asc';

/** Of everybody who is over, as far as the list has counted them. */
function endedCount({ params, data, ended }: ReturnType<typeof useLinesRead>): Count | undefined {
  const page =
    ended ?? (params.due === 'expired' && params.status === undefined ? data : undefined);
  return page && { total: page.total, exact: page.totalExact };
}

/** The kit's part of the list: its page, its failures, and its words when there is nothing to show. */
const stateOf = (
  platform: LinePlatform,
  { params, query, data, ended, counts, refresh }: ReturnType<typeof useLinesRead>,
  account: Account,
) => ({
  name: `lines-${platform.is.key}` as const,
  label: platform.words.phoneTitle,
  noun: ended ? IN_TIME : ALL,
  params: params.list,
  query,
  page: data && { data: data.rows, total: data.total, total_exact: data.totalExact },
  failure: failureOf,
  onRetry: query.error?.code === 'sort_too_many' ? params.unsort : refresh,
  empty: ended?.total ? noneInTime : emptyState(platform, account.sells(platform)),
  nothingFound: nothingFoundState(params, counts.data?.all),
});

const ALL = ['usuário', 'usuários'] as const;
const IN_TIME = ['usuário em dia', 'usuários em dia'] as const;

const siblingsOf = ({ lists }: Account) =>
  lists.map(({ label, listPath }) => ({ label: `Usuários ${label}`, to: listPath }));

interface ButtonsProps {
  platform: LinePlatform;
  list: ReturnType<typeof useLinesRead>;
  cleans: boolean;
  /** Who the lines are of is chosen here. */
  chooses: boolean;
}

function Buttons({ platform, list, cleans, chooses }: ButtonsProps) {
  const { declaration, send } = platform.spreadsheet;
  return (
    <>
      {chooses && <WhoseChoice params={list.params} />}
      {cleans && <CleanTests platform={platform} />}
      <ExportButton declaration={declaration} sent={send(list.filters)} />
    </>
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
function ChargeAllOf({ platform, due }: { platform: LinePlatform; due: LineParams['due'] }) {
  const isCharged = due === 'expired' || /^\d{4}-/.test(due ?? '');
  return isCharged && due ? <ChargeAll platform={platform} due={due} /> : null;
}

/** Beside the status and who is over, which the chips show. */
const filtersInUse = ({ due, expiring, paid, tree }: LineParams): number =>
  [due === 'expired' ? undefined : (due ?? expiring), paid, tree].filter((one) => one !== undefined)
    .length;

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
