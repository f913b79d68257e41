/**
 * Generates dumps of other panels and imports them as an admin. The tasks of an import run
 * immediately.
 */
import type { RequestOf } from '@ramal/contract/api/endpoint';
import type { OnWire } from '@ramal/contract/api/wire-names';
import {
  applyPanelImport,
  getPanelImport,
  validatePanelImport,
  type PanelImport,
  pullPanelImport,
  undoPanelImport,
  uploadPanelDump,
} from '@ramal/contract/operations/panel-imports';
import { expect } from 'vitest';
import type { AppContext } from '../src/foundation/app-context.ts';
import { taskKinds } from '../src/jobs.ts';
import { runTask } from '../src/tasks/run-tasks.ts';
import type { Person } from './accounts.ts';
import { type TestContext, call } from './context.ts';

interface DumpReseller {
  readonly id: number;
  readonly username: string;
  readonly owner: number;
  readonly credits: string;
  readonly group?: number;
  readonly status?: number;
}

interface DumpLine {
  readonly id: number;
  readonly member: number;
  readonly username: string;
  readonly password?: string;
  readonly ends?: number | null;
  readonly enabled?: number;
  readonly banned?: boolean;
  readonly trial?: number;
  readonly bouquets?: string;
  readonly package?: number | null;
  readonly contact?: string;
}

export interface Dump {
  readonly resellers: readonly DumpReseller[];
  readonly lines: readonly DumpLine[];
}

/** Expiry 2026-12-31, forty days after the current day of the tests. */
export const ENDS = 1_798_675_200;

const ROWS_IN_ONE = 1000;
const insert = (table: string, rows: readonly string[]): string =>
  Array.from(
    { length: Math.ceil(rows.length / ROWS_IN_ONE) },
    (_, n) =>
      `INSERT INTO \`${table}\` VALUES ${rows.slice(n * ROWS_IN_ONE, (n + 1) * ROWS_IN_ONE).join(',')};\n`,
  ).join('');

/**
 * Returns a dump of XUI.ONE in the format of mysqldump. It has groups 1 (the administration) and 2
 * (resellers), packages 3 and 4, and bouquets 1 and 2.
 */
export const xuiDump = ({ resellers, lines }: Dump): string => `-- MariaDB dump 10.19
CREATE TABLE \`users_groups\` (\`group_id\` int NOT NULL, \`group_name\` text, \`is_admin\` int);
INSERT INTO \`users_groups\` VALUES (1,'Admin',1),(2,'Reseller',0);
CREATE TABLE \`users\` (\`id\` int NOT NULL, \`username\` varchar(50), \`password\` text, \`email\` text,
  \`member_group_id\` int, \`credits\` float, \`status\` int, \`owner_id\` int, PRIMARY KEY (\`id\`));
${insert('users', [
  `(1,'root','$6$x','',1,0,1,0)`,
  ...resellers.map(
    ({ id, username, owner, credits, group = 2, status = 1 }) =>
      `(${id},'${username}','$6$x','${username}@exemplo.com',${group},${credits},${status},${owner})`,
  ),
])}
CREATE TABLE \`bouquets\` (\`id\` int, \`bouquet_name\` text, \`bouquet_channels\` mediumtext);
INSERT INTO \`bouquets\` VALUES (1,'Canais','[1,2,3]'),(2,'Filmes','[]');
CREATE TABLE \`users_packages\` (\`id\` int, \`package_name\` text, \`is_trial\` int, \`max_connections\` int);
INSERT INTO \`users_packages\` VALUES (3,'Completo',0,2),(4,'Básico',0,1);
CREATE TABLE \`lines\` (\`id\` int, \`member_id\` int, \`username\` text, \`password\` text, \`exp_date\` int,
  \`admin_enabled\` int, \`enabled\` int, \`reseller_notes\` text, \`bouquet\` text, \`max_connections\` int,
  \`is_trial\` int, \`is_mag\` int, \`created_at\` int, \`package_id\` int, \`contact\` text);
${insert(
  'lines',
  lines.map((line) => {
    const { id, member, username, password = 'senha-1', ends = ENDS, enabled = 1 } = line;
    const { trial = 0, bouquets = '[1,2]', package: bought = 3, contact = '' } = line;
    return `(${id},${member},'${username}','${password}',${ends ?? 'NULL'},${line.banned ? 0 : 1},${enabled},'nota ${id}','${bouquets}',1,${trial},0,1700000000,${bought ?? 'NULL'},'${contact}')`;
  }),
)}
-- Dump completed
`;

/**
 * Returns a dump with this number of resellers. Each of them has up to ten direct resellers, and
 * the lines are distributed over all of them.
 */
export const spreadDump = (resellers: number, lines: number): Dump => ({
  resellers: Array.from({ length: resellers }, (_, n) => ({
    id: n + 10,
    username: `rev-${n + 10}`,
    owner: n < 10 ? 1 : Math.floor(n / 10) - 1 + 10,
    credits: String(n % 50),
  })),
  lines: Array.from({ length: lines }, (_, n) => ({
    id: n + 1,
    member: (n % resellers) + 10,
    username: String(500_000 + n),
    package: n % 2 === 0 ? 3 : 4,
  })),
});

type Plan = OnWire<RequestOf<typeof validatePanelImport>['body']>;

export const panelCalls = (ctx: TestContext, admin: Person) => {
  const as = { token: admin.token };
  const ok = <T extends { status: number; body: unknown }>(response: T) => {
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body as PanelImport;
  };
  const read = async (id: number) => ok(await call(ctx, getPanelImport, { params: { id } }, as));
  const worked = async ({ id, task }: PanelImport, worker: AppContext) => {
    await runTask(worker, taskKinds, task!.id);
    return read(id);
  };
  return {
    read,
    upload: async (file: string | Buffer, panel = 'XUI') =>
      ok(await call(ctx, uploadPanelDump, { query: { panel }, file }, as)),
    pull: async (server: number, panel?: string) =>
      ok(await call(ctx, pullPanelImport, { body: { server, ...(panel ? { panel } : {}) } }, as)),
    check: async (id: number, plan: Partial<Plan> = {}) => {
      const body = {
        owner: admin.id,
        packages: [
          { there: 3, here: 1 },
          { there: 4, here: 2 },
        ],
        bouquets: [],
        ...plan,
      };
      return ok(await call(ctx, validatePanelImport, { params: { id }, body }, as));
    },
    start: async (id: number) =>
      ok(await call(ctx, applyPanelImport, { params: { id }, body: {} }, as)),
    apply: async (id: number, worker: AppContext = ctx) =>
      worked(ok(await call(ctx, applyPanelImport, { params: { id }, body: {} }, as)), worker),
    undo: async (id: number, worker: AppContext = ctx) =>
      worked(ok(await call(ctx, undoPanelImport, { params: { id } }, as)), worker),
    worked,
  };
};

/**
 * Reads the current state of all accounts and lines: parents, depth in the tree and credits of
 * accounts, and owners of lines.
 */
export async function readAccountsAndLines({ owner }: TestContext) {
  const accounts = await owner.query(`
    select a.username, p.username as parent, w.balance::int, cardinality(a.ancestors) as depth
    from accounts a left join accounts p on p.id = a.parent_id
    left join wallets w on w.account_id = a.id and w.kind = 'balance'
    where a.deleted_at is null order by a.username`);
  const lines = await owner.query(`
    select l.username, l.password, a.username as owner, l.expires_at, l.is_on, l.package_id::int, l.note
    from lines l join accounts a on a.id = l.owner_id where l.deleted_at is null order by l.username`);
  return { accounts: accounts.rows, lines: lines.rows };
}

/** Reads two totals: issued credits minus returned credits, and the credits in all wallets. */
export async function readCreditTotals({ owner }: TestContext) {
  const { rows } = await owner.query<{ issued: number; held: number }>(`
    select (select coalesce(sum(case when e.from_wallet = w.id then amount else -amount end), 0)::int
        from entries e, wallets w where w.kind = 'issuance' and w.id in (e.from_wallet, e.to_wallet)) as issued,
      (select coalesce(sum(balance), 0)::int from wallets where account_id is not null) as held`);
  expect(rows[0]!.issued).toBe(rows[0]!.held);
  return rows[0]!;
}
