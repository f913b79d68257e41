/**
 * List of a platform's lines: the account's own lines, the lines of a reseller or a network, or all
 * lines for an admin.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import type { ApiError } from '../../foundation/api/api.ts';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone, useShowsCards } from '../../foundation/viewport.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import type { ListFailure } from '../../ui/table/list-states.tsx';
import { useAccount } from '../account.ts';
import { useBulk } from '../bulk/use-bulk.tsx';
import { CreateFromCode } from '../create/CreateFromCode.tsx';
import { CustomerPage } from '../customer/lazy-customer-page.tsx';
import { LineDialogs } from '../dialogs/lazy-line-dialogs.tsx';
import { useLineDialog } from '../dialogs/line-dialogs-state.ts';
import { type LineActions, useLineActions } from '../dialogs/use-line-actions.tsx';
import type { Line } from '../line.ts';
import type { LinePlatform, LineOwner } from '../platforms/platform.ts';
import { AboveRows } from './AboveRows.tsx';
import { CleanTests } from './CleanTests.tsx';
import { orderingAny, withWholeNotes } from './line-columns.tsx';
import { lineFilters, lineSelects } from './LineFilters.tsx';
import type { LineParams } from './line-params.ts';
import { type Account, countExpiredLines, type LinesRead, useLinesRead } from './lines-read.ts';
import classes from './Lines.module.css';
import { ListMore } from './ListMore.tsx';
import { emptyState, noneInTime, nothingFoundState } from './list-states.tsx';
import { useBeside } from './use-beside.tsx';
import { useCursorNavigation } from './use-cursor-navigation.tsx';
import { useLineTable } from './use-line-table.ts';

interface LinesProps {
  platform: LinePlatform;
  /** Tabs that lead to other lists. If present, the list has no select for the owner. */
  tabs?: ReactNode;
  /** Links to the other lists. On lists of cards they are rows of the filter sheet. */
  otherLists?: ReactNode;
  pageSizes?: readonly number[];
}

export function Lines(props: LinesProps) {
  const { platform } = props;
  const now = useNow();
  const account = useAccount();
  const isCards = useShowsCards();
  const [isSelecting, setSelecting] = useState(false);
  const list = useLinesRead(platform, account, isCards);
  const { params, lineOwner, deleted, data } = list;
  const rows = data && [...(list.ended?.rows ?? []), ...data.rows];
  const acts = useLineActions(platform, now, useLineDialog(params, rows));
  const table = useLineTable({ platform, now, lineOwner, deleted, actions: acts });
  const beside = useBeside(list, deleted ? undefined : params.customer, now);
  const windows = (
    <>
      <LineDialogs {...{ platform, acts, now }} />
      <CustomerPage
        {...{ platform, list, rows, acts, now }}
        open={beside.open}
        actions={table.actions}
        takesFocus={beside.takesFocus}
      />
    </>
  );
  if (beside.open?.isWhole && !isCards)
    return (
      <>
        {/* Tabs hide the title, because the customer's name is larger. */}
        <PageHeader {...headerOf(platform, undefined, <></>)} />
        {windows}
      </>
    );
  const screen = (
    <LinesScreen
      {...props}
      {...{ account, now, list, acts, beside, windows, isSelecting, setSelecting }}
      table={{ ...table, actions: deleted ? table.actions : [beside.action, ...table.actions] }}
    />
  );
  if (isCards) return screen;
  return (
    <div
      className={classes.root}
      data-beside={beside.open ? true : undefined}
      data-narrow={beside.isNarrow || undefined}
    >
      {screen}
    </div>
  );
}

interface LinesScreenProps extends LinesProps {
  account: Account;
  now: Date;
  list: LinesRead;
  table: ReturnType<typeof useLineTable>;
  acts: LineActions;
  beside: ReturnType<typeof useBeside>;
  /** Windows over the list, and the customer's page. */
  windows: ReactNode;
  isSelecting: boolean;
  setSelecting: (on: boolean) => void;
}

function LinesScreen(props: LinesScreenProps) {
  const { platform, tabs, otherLists, pageSizes, account, now, list, table, acts, beside } = props;
  const isCards = useShowsCards();
  const isPhone = useIsPhone();
  const { params, lineOwner, deleted, data, counts, refresh, sellsHere } = list;
  const bulk = useBulkOf(props);
  const selecting = { on: props.isSelecting, onChange: props.setSelecting };
  const cursorNavigation = useCursorNavigation(list);
  const shown = params.sort === 'nota' ? withWholeNotes(table.columns) : table.columns;
  const columns = data?.totalExact === false ? orderingAny(shown) : shown;
  // Tests can be deleted only in the list of the account's own lines, because the deletion affects
  // only the account's own tests.
  const cleans = platform.cleansTests === true && sellsHere;
  const sheet = (view: ListViewState | undefined) => (
    <ListMore
      {...moreOf(list, isCards ? () => props.setSelecting(true) : undefined)}
      {...{ platform, cleans, columns, view }}
      buttons={isPhone && <CreateFromCodeButton platform={platform} />}
    >
      <OwnerFilter params={params} wide />
      {otherLists}
    </ListMore>
  );
  return (
    <ListScreen<Line>
      {...headerOf(platform, noteOf(lineOwner, data?.rows, list.pays), isCards ? undefined : tabs)}
      siblings={siblingsOf(account)}
      {...(beside.isNarrow
        ? { refresh: false }
        : {
            buttons: <Buttons list={list} platform={platform} chooses={!tabs && !isCards} />,
            lastButton: cleans && <CleanTests platform={platform} />,
          })}
      onRefresh={refresh}
      createLink={<CreateLinks platform={platform} />}
      list={{
        ...table,
        ...stateOf(platform, list, account),
        ...beside.narrow({ columns, actions: table.actions }),
        beside: beside.row,
        filters: lineFilters({
          offered: platform.filters,
          params,
          counts: counts.data,
          restores: account.isAdmin,
          sells: sellsHere,
          sheet: isCards || beside.isNarrow ? sheet : undefined,
          ended: countExpiredLines(list),
        }),
        banner: (
          <AboveRows
            {...{ list, table, platform, acts, now, selecting }}
            selection={bulk.selection}
          />
        ),
        ...(isCards ? { selecting } : {}),
        pageSizes,
        cursorNavigation,
        flash: acts.flash,
        selection: deleted ? undefined : bulk.selection,
      }}
    >
      {props.windows}
      {bulk.windows}
      {cursorNavigation?.window}
    </ListScreen>
  );
}

function useBulkOf({ platform, list, acts, setSelecting }: LinesScreenProps) {
  const { params, filters, data, ended, pays } = list;
  return useBulk({
    platform,
    // The selection of all matching lines contains the expired lines that are shown separately.
    query: { ...filters, expired: params.expired },
    page: data,
    ended,
    pays,
    migrations: acts.migrations,
    onStarted: () => setSelecting(false),
  });
}

/** Returns the content of the filter sheet. */
const moreOf = (
  { params, filters, data, ended, refresh, deleted, sellsHere }: LinesRead,
  select: (() => void) | undefined,
) => ({
  // The spreadsheet also contains the expired lines, even if the screen shows them separately.
  query: { ...filters, expired: params.expired },
  total: data && data.total + (ended?.total ?? 0),
  inUse: filtersInUse(params),
  selects: lineSelects(params, sellsHere),
  onClear: () =>
    params.change({ due: undefined, expiring: undefined, paid: undefined, resellerId: undefined }),
  list: params.list,
  onRefresh: refresh,
  onSelect: deleted ? undefined : select,
});

/** Returns the state of the list: its page, its failures, and its texts for an empty list. */
const stateOf = (
  platform: LinePlatform,
  { params, query, data, ended, counts, refresh }: LinesRead,
  account: Account,
) => ({
  name: `lines-${platform.definition.key}` as const,
  label: platform.words.phoneTitle,
  noun: ended ? IN_TIME : ALL,
  params: params.list,
  query,
  page: data && { data: data.rows, total: data.total, totalExact: data.totalExact },
  failure: toLineListFailure,
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
  list: LinesRead;
  /** True if the list shows the select for the owner of the lines. */
  chooses: boolean;
}

function Buttons({ platform, list, chooses }: ButtonsProps) {
  const { declaration, send } = platform.spreadsheet;
  return (
    <>
      {chooses && <OwnerFilter params={list.params} />}
      <ExportButton declaration={declaration} sent={send(list.filters)} />
    </>
  );
}

const headerOf = (platform: LinePlatform, note: string | undefined, tabs: ReactNode) => ({
  title: platform.words.listTitle,
  phoneTitle: platform.words.phoneTitle,
  breadcrumb: [
    { label: 'Linhas' },
    { label: platform.definition.label },
    { label: tabs ? platform.words.listTitle : 'Listagem' },
  ],
  tabs,
  wide: true,
  note,
});

function CreateLinks({ platform }: { platform: LinePlatform }) {
  const sells = useAccount().sells(platform);
  return (
    <>
      <CreateFromCodeButton platform={platform} />
      {sells && (
        <LinkButton
          to={platform.definition.createPath}
          leftSection={<IconPlus size={16} stroke={1.75} />}
        >
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

/**
 * Counts the active filters for the filter button. The status and the expired lines are not
 * counted, because chips show them.
 */
const filtersInUse = ({ due, expiring, paid, tree }: LineParams): number =>
  [due === 'expired' ? undefined : (due ?? expiring), paid, tree].filter(
    (filter) => filter !== undefined,
  ).length;

/** Returns the server's message, or a fixed text after a server error (M-21). */
export const toLineListFailure = ({ status, message, requestId, code }: ApiError): ListFailure => ({
  ...(code === 'sort_too_many' ? tooManyToOrder : {}),
  text: status >= 500 ? 'Por favor, atualize a página e tente novamente.' : message,
  requestId,
});

const tooManyToOrder = {
  title: 'São linhas demais para esta ordem',
  note: '',
  retry: 'Ordenar por vencimento',
};

/**
 * Returns the note of a list with lines of other resellers. It names the owner and the paying
 * account (Q-CHARGE).
 */
function noteOf(
  lineOwner: LineOwner,
  rows: readonly Line[] | undefined,
  pays: boolean,
): string | undefined {
  if (lineOwner === 0 || lineOwner === 'all') return undefined;
  if (lineOwner === 'below')
    return 'A rede, sem as suas linhas. Renovar aqui gasta os seus créditos.';
  if (lineOwner === 'tree') return 'Toda a rede. Renovar aqui gasta os seus créditos.';
  const owner = rows?.[0]?.ownerName;
  return `Linhas ${owner ? `de ${owner}` : `da revenda ${lineOwner}`}.${pays ? ' Renovar aqui gasta os seus créditos.' : ''}`;
}

/**
 * Select for the owner of the lines. Shown only to a seller that has resellers, and hidden in the
 * list of a single reseller.
 */
export function OwnerFilter({ params, wide = false }: { params: LineParams; wide?: boolean }) {
  const { isAdmin } = useAccount();
  const dashboard = useCall(getDashboard, {}, { staleMs: 360_000 });
  const hasTree = (dashboard.data?.totalResellers ?? 0) > 0;
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
      onChange={(value) => params.change({ resellerId: value === 'tree' ? 'tree' : undefined })}
    />
  );
}
