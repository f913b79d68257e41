/**
 * Hand-written SQL for lists and searches of lines. Its times are the floor (see scenario.ts) with
 * which the times of the product are compared, so it uses no code of the product. One statement
 * returns the rows and the total of a page.
 */
import type { LineSort } from '@ramal/contract/lines/lines';
import type { Fixture } from '../fixture.ts';
import type { Work } from '../load.ts';

type FloorScope = { readonly owner: number } | { readonly tree: number } | 'all';

export interface FloorView {
  readonly scope: FloorScope;
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
  readonly page: number;
  readonly status?: string | undefined;
  readonly expiring?: number | undefined;
  readonly suspect?: boolean | undefined;
  readonly search?: string | undefined;
  /** Value of the sort column at which the page starts. */
  readonly from?: string | undefined;
}

const ROWS = 50;
/** Maximum number of rows that a total counts. */
const COUNTED = 10_001;

const columnOf: Partial<Record<LineSort, string>> = {
  exp_date: 'expires_at',
  username: 'username',
  created_at: 'created_at',
};
const statusOf: Record<string, number> = { Ativo: 1, Teste: 2, Desativado: 0 };

export const pageOfLines =
  (fixture: Fixture, next: (client: number) => FloorView): Work =>
  async (client) => {
    await fixture.pool.query(statementFor(next(client)));
  };

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Returns the statement of a view. The statement of a search is planned for each text, because a
 * text can match one line or most lines. Other statements are planned once.
 */
function statementFor(view: FloorView): Statement {
  const { where, values } = conditions(view);
  const column = columnOf[view.sort]!;
  const order = `${column} ${view.dir}, id ${view.dir}`;
  const begins =
    view.from === undefined
      ? ''
      : ` and ${column} ${view.dir === 'asc' ? '>=' : '<='} $${values.push(view.from)}`;
  const rows = `order by ${order} limit ${ROWS} offset ${(view.page - 1) * ROWS}`;
  // Materialises the matches if one owner's lines are searched. Otherwise PostgreSQL can read a
  // million rows in the sort order to find a few matches.
  const isFound = view.search !== undefined && view.scope !== 'all' && 'owner' in view.scope;
  const matches = isFound
    ? `found as materialized (select id, ${column} from lines where ${where}), `
    : '';
  const page = isFound ? 'from found' : `from lines where ${where}${begins}`;
  const counted = isFound ? 'found' : `(select from lines where ${where} limit ${COUNTED})`;
  const text = `
    with ${matches}page as materialized (select id, ${column} ${page} ${rows})
    select (select count(*) from ${counted} counted) as total,
      l.id, l.username, l.password, l.note, l.whatsapp, l.status, l.is_trial, l.expires_at, l.created_at,
      a.username as owner, p.name as package,
      (select title from presence w where w.line_id = l.id and w.last_seen_at > now() - interval '45 seconds' limit 1) as watching
    from page join lines l using (id) join accounts a on a.id = l.owner_id left join packages p on p.id = l.package_id
    order by page.${column} ${view.dir}, page.id ${view.dir}`;
  return view.search === undefined ? { name: nameOf(view), text, values } : { text, values };
}

const nameOf = ({ scope, sort, dir, page, status, expiring, suspect, from }: FloorView): string =>
  [
    'floor',
    scope === 'all' ? 'all' : Object.keys(scope)[0],
    sort,
    dir,
    page,
    status,
    expiring,
    suspect,
    from !== undefined && 'from',
  ].join('-');

function conditions({ scope, status, expiring, suspect, search }: FloorView) {
  const values: unknown[] = [];
  const value = (parameter: unknown): string => `$${values.push(parameter)}`;
  const lineOwner = lineOwnerCondition(scope, value);
  const parts = [
    `platform = 'iptv' and deleted_at is null`,
    ...(lineOwner ? [`owner_id ${lineOwner}`] : []),
  ];
  if (status === 'online')
    parts.push(`id = any(array(select line_id from presence
      where last_seen_at > now() - interval '45 seconds'${lineOwner ? ` and owner_id ${lineOwner}` : ''}))`);
  else if (status) parts.push(`status = ${statusOf[status]}`);
  if (expiring !== undefined)
    parts.push(`expires_at between now() and now() + interval '${expiring + 1} days'`);
  if (suspect) parts.push(`abuse_reasons <> '' and blocked_for_abuse_at is null`);
  if (search !== undefined) {
    // Two indexes serve the search. One contains the texts of each owner's lines. The other
    // contains the trigrams of all lines.
    const isOwn = scope !== 'all' && 'owner' in scope;
    parts.push(`${isOwn ? `(search || '')` : 'search'} like fold(${value(`%${search}%`)})`);
  }
  return { where: parts.join(' and '), values };
}

function lineOwnerCondition(
  scope: FloorScope,
  value: (one: unknown) => string,
): string | undefined {
  if (scope === 'all') return undefined;
  if ('owner' in scope) return `= ${value(scope.owner)}`;
  const top = value(scope.tree);
  return `= any(array(select ${top}::bigint union all select id from accounts where ancestors @> array[${top}::bigint]))`;
}
