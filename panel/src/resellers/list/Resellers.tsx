/**
 * «Listagem de Revendas»: direct children, or all accounts for an admin, as a list or as a tree
 * (S-RESLIST, Q-RESLISTSCOPE).
 */
import { exportResellers, getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { queryKey, useCall } from '../../foundation/api/query.ts';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import { useIsPhone, useShowsCards } from '../../foundation/viewport.ts';
import { type Profile, useProfile } from '../../sessions/profile.ts';
import type { List } from '../../ui/list/list.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { useFlash } from '../../ui/list/use-flash.ts';
import type { RowKey } from '../../ui/table/columns.ts';
import { useResellerActions } from '../actions/use-reseller-actions.ts';
import { CreateResellerLink } from '../CreateResellerLink.tsx';
import { managesResellers } from '../../sessions/manages-resellers.ts';
import { isDeleted, type Reseller, topupText, isTopupOld } from '../reseller.ts';
import { EXPORT_FAILED, FindUserButton, ViewSwitch } from './ListButtons.tsx';
import { resellerFilters } from './reseller-filters.tsx';
import { emptyState, nothingFoundState } from './list-states.tsx';
import { resellerColumns } from './reseller-columns.tsx';
import { type ResellerParams, useResellerParams } from './reseller-params.ts';
import { ResellerDialogs } from './ResellerDialogs.tsx';
import classes from './Resellers.module.css';
import { flattenTree, type TreeRow } from './tree-rows.ts';
import { TreeBreadcrumb } from './TreeBreadcrumb.tsx';
import { TreeSummary } from './TreeSummary.tsx';
import { useSubtrees } from './use-subtrees.ts';
import { typesInField } from '../../foundation/shortcuts.ts';

const ResellerTree = lazyComponent(
  async () => (await import('../tree/ResellerTree.tsx')).ResellerTree,
);

export function Resellers() {
  const params = useResellerParams();
  const profile = useProfile().data;
  const isAdmin = profile?.profile === 'admin';
  const isTree = params.values.view === 'tree';
  const isPhone = useIsPhone();
  const isCards = useShowsCards();
  const [saved, flashRow] = useFlash();
  const { rows, list } = useResellerList(params, profile, isTree);
  const actions = useResellerActions(profile, params, flashRow);
  const refresh = useRefresh();
  const { columns, page } = list.props;
  const cards = { columns, total: page?.total, onRefresh: refresh.run };
  const summary = <LevelSummary params={params} asOf={list.asOf} />;
  return (
    <ListScreen<TreeRow>
      title="Listagem de Revendas"
      breadcrumb={isTree ? treeBreadcrumb : [{ label: 'Revendas' }, { label: 'Listagem' }]}
      wide
      // On a phone, the list has the switch in its filter sheet, and only the tree has it here.
      phoneActions={isTree && <ViewSwitch params={params} />}
      buttons={
        <>
          {isAdmin && <FindUserButton params={params} />}
          <ViewSwitch params={params} />
          <ExportButton
            declaration={exportResellers}
            sent={{ body: params.filters }}
            failed={EXPORT_FAILED}
          />
        </>
      }
      createLink={<CreateLink profile={profile} />}
      onRefresh={refresh.run}
      refreshing={refresh.running}
      above={
        !isTree && (
          <>
            <ListPosition params={params} profile={profile} />
            {!isPhone && summary}
          </>
        )
      }
      instead={
        isTree && profile ? (
          <ResellerTree
            profile={profile}
            chosen={params.values.under}
            onChoose={params.openLevel}
            actions={actions}
          />
        ) : undefined
      }
      className={classes.root!}
      onKeyDown={expandOnArrow}
      list={{
        ...list.props,
        actions,
        flash: useRowFlash(saved, rows),
        filters: resellerFilters(params, isAdmin, isCards ? cards : undefined),
        empty: emptyState(managesResellers(profile)),
        nothingFound: nothingFoundState(params),
      }}
    >
      {/* On the phone the summary is below the list, so that the first card is at the top. */}
      {isPhone && !isTree && summary}
      <ResellerDialogs params={params} rows={isTree ? noRows : rows} onSaved={flashRow} />
    </ListScreen>
  );
}

const noRows: never[] = [];

const treeBreadcrumb = [
  { label: 'Revendas' },
  { label: 'Listagem', to: '/list-resellers' },
  { label: 'Árvore' },
];

/**
 * Button that creates a reseller. Its space is reserved until the profile is loaded. Otherwise the
 * button could start another row and move the content.
 */
function CreateLink({ profile }: { profile: Profile | undefined }) {
  if (profile && !managesResellers(profile)) return null;
  return (
    <div style={profile ? undefined : { visibility: 'hidden' }}>
      <CreateResellerLink />
    </div>
  );
}

/**
 * Returns the state of the list: the current page with the children of expanded rows, and the
 * properties of the table.
 */
function useResellerList(params: ResellerParams, profile: Profile | undefined, isTree: boolean) {
  const isPhone = useShowsCards();
  const isAdmin = profile?.profile === 'admin';
  const deleted = params.values.status === 'deleted';
  const query = useCall(
    listResellers,
    { query: { ...params.filters, page: params.page, perPage: params.pageSize } },
    { keepPrevious: true, enabled: !isTree, readableOffline: true },
  );
  const subtrees = useSubtrees(params, !isTree && !isPhone && !deleted);
  const rows = query.data && flattenTree(query.data.data, subtrees);
  const asOf = query.data?.asOf;
  const props = {
    name: 'resellers',
    label: 'Revendas',
    noun:
      isAdmin || params.values.levels === 'all'
        ? ['revenda', 'revendas']
        : ['revenda direta', 'revendas diretas'],
    params,
    query,
    page: query.data && rows && { ...query.data, data: rows },
    columns: resellerColumns({
      isAdmin,
      asOf,
      franchises: query.data?.franchises,
      expansion: params,
      deleted,
      isPhone,
    }),
    rowKey: (row) => row.position.key,
    rowName: (row) => row.username,
    rowSignal: (row) => (isTopupOld(row) ? 'bad' : undefined),
    sheetNote: sheetNoteOf,
  } satisfies Partial<List<TreeRow>>;
  return { rows, list: { asOf, props: { ...props, noun: props.noun as [string, string] } } };
}

const sheetNoteOf = (row: Reseller): string =>
  isDeleted(row)
    ? `ID ${row.id} · excluída em ${row.deletedAt}`
    : `ID ${row.id} · última recarga: ${topupText(row.daysToDue)}`;

/** Shows which part of the tree the list contains. */
function ListPosition({
  params,
  profile,
}: {
  params: ResellerParams;
  profile: Profile | undefined;
}) {
  const level = useLevel(params);
  if (!level) return null;
  const self = profile?.profile === 'admin' ? undefined : profile?.id;
  return <TreeBreadcrumb path={level.path} self={self} onGo={params.openLevel} />;
}

/** Totals of the tree below the account. */
function LevelSummary({
  params,
  asOf,
}: {
  params: ResellerParams;
  asOf: string | null | undefined;
}) {
  const level = useLevel(params);
  return <TreeSummary reseller={level?.account ?? null} asOf={asOf} />;
}

/** Returns the account whose children the list shows. Undefined for the user's own list. */
function useLevel({ values: { under } }: ResellerParams) {
  const { data } = useCall(
    getTreeLevel,
    { query: { under: under ?? 0 } },
    { enabled: under !== undefined },
  );
  return under === undefined ? undefined : data;
}

/**
 * Returns the row to highlight. The object stays the same until another row is saved, so that each
 * saved row is highlighted only once.
 */
function useRowFlash(saved: { key: RowKey } | undefined, rows: readonly TreeRow[] | undefined) {
  const key = rows?.find((row) => row.id === saved?.key)?.position.key;
  return useMemo(() => (saved && key !== undefined ? { key } : undefined), [saved, key]);
}

/** Returns the action of «Atualizar», which reads the list and the levels of the tree again. */
function useRefresh() {
  const client = useQueryClient();
  const shown = [listResellers, getTreeLevel];
  const fetching = useIsFetching({
    predicate: ({ queryKey: [name] }) => shown.some((declaration) => declaration.name === name),
  });
  const [pressed, setPressed] = useState(false);
  const refresh = async () => {
    setPressed(true);
    await Promise.all(
      shown.map((declaration) => client.invalidateQueries({ queryKey: queryKey(declaration) })),
    );
    setPressed(false);
  };
  return { run: () => void refresh(), running: pressed && fetching > 0 };
}

/** → shows the children of the focused row, ← hides them. */
function expandOnArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
  if (typesInField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const button = row?.querySelector<HTMLButtonElement>('[data-expand]');
  if (!row || !button) return;
  const isExpanded = button.getAttribute('aria-expanded') === 'true';
  if (isExpanded === (event.key === 'ArrowRight')) return;
  event.preventDefault();
  button.click();
}
