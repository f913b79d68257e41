/**
 * Checks a restored database with questions about the business data. One wrong answer means that
 * the backup is unusable.
 */
import type { Logger } from 'pino';
import { type LedgerReport, verifyLedger } from '../credits/credits.ts';
import { type Copying, quoteIdentifier, withCopying } from '../foundation/copying.ts';
import { openDatabase } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Secrets } from '../foundation/secrets.ts';
import type { RestoredSnapshot } from './restore-snapshot.ts';

interface RestoredDatabase {
  readonly ownerUrl: string;
  /** Secrets of the machine that made the backup. */
  readonly secrets: Secrets;
  /** Minimum and maximum number of rows of each table. Undefined if the rows were not counted. */
  readonly counts: RowBounds | undefined;
  readonly log: Logger;
}

export type RowBounds = Readonly<Record<string, readonly [number, number]>>;

/** Converts the exact row counts of a snapshot to bounds. */
export const toExactBounds = (counts: RestoredSnapshot['counts']): RowBounds =>
  Object.fromEntries(Object.entries(counts).map(([table, rows]) => [table, [rows, rows]]));

export interface Answers {
  readonly questions: number;
  /** Failed questions, as text for people. */
  readonly wrong: readonly string[];
}

interface QuestionContext {
  readonly copying: Copying;
  readonly ledger: LedgerReport;
  readonly restored: RestoredDatabase;
}

interface Question {
  readonly question: string;
  /** Checks the database. Returns a description of the fault, or undefined if there is no fault. */
  readonly ask: (context: QuestionContext) => Promise<string | undefined>;
}

export async function proveRestored(restored: RestoredDatabase): Promise<Answers> {
  const db = openDatabase({ url: restored.ownerUrl, connections: 1 });
  try {
    const ledger = await verifyLedger({ db, log: restored.log } as AppContext);
    return await withCopying({ url: restored.ownerUrl }, async (copying) => {
      const wrong: string[] = [];
      const applicable = restored.counts ? [...rowCountQuestions, ...questions] : questions;
      for (const { question, ask } of applicable) {
        const fault = await ask({ copying, ledger, restored });
        if (fault) wrong.push(`${question} ${fault}`);
      }
      return { questions: applicable.length, wrong };
    });
  } finally {
    await db.close();
  }
}

/** Creates a question that passes if the statement finds no row. */
const noRows = (question: string, from: string): Question => ({
  question,
  ask: async ({ copying }) => {
    const row = await copying.first<{ count: string }>(`select count(*) from ${from}`);
    return row!.count === '0' ? undefined : `Não: ${row!.count}.`;
  },
});

/** Creates a question that passes if the row count of the table is within its bounds. */
const rowCountOf = (what: string, table: CountedTable): Question => ({
  question: `${what} são tantos quanto na cópia?`,
  ask: async ({ copying, restored }) => {
    const [least, most] = restored.counts?.[table] ?? [0, 0];
    const row = await copying.first<{ count: string }>(countRowsSql(table));
    const count = Number(row!.count);
    return count >= least && count <= most ? undefined : `${count} de ${least}.`;
  },
});

export const countedTables = ['lines', 'accounts', 'entries', 'events', 'charges'] as const;
type CountedTable = (typeof countedTables)[number];

export const countRowsSql = (table: CountedTable): string =>
  `select count(*) from ${quoteIdentifier(table)}`;

const rowCountQuestions: readonly Question[] = [
  rowCountOf('Linhas', 'lines'),
  rowCountOf('Contas', 'accounts'),
  rowCountOf('Lançamentos de créditos', 'entries'),
  rowCountOf('Registros', 'events'),
  rowCountOf('Pagamentos', 'charges'),
];

const questions: readonly Question[] = [
  {
    question: 'A soma de todos os créditos é zero?',
    ask: async ({ ledger: { sum } }) => (sum === 0 ? undefined : `Sobra ${sum}.`),
  },
  {
    question: 'Cada saldo é a soma dos seus lançamentos?',
    ask: async ({ ledger: { drifted } }) =>
      drifted.length === 0 ? undefined : `Não em ${drifted.length}.`,
  },
  noRows(
    'Cada conta está abaixo de quem a criou?',
    `accounts a join accounts p on p.id = a.parent_id where a.ancestors <> p.ancestors || a.id`,
  ),
  noRows(
    'Cada renovação paga tem os seus créditos?',
    `charges c where c.purpose in ('renewal', 'sale') and c.state = 'settled' and not c.settled_by_hand
      and not exists (select from entries e where e.line_id = c.line_id)`,
  ),
  noRows(
    'Cada pagamento confirmado tem recibo?',
    `charges where state = 'settled' and (payment_id is null or settled_at is null)`,
  ),
  noRows(
    'Cada linha tem um dono que existe?',
    `lines l left join accounts a on a.id = l.owner_id where a.id is null`,
  ),
  {
    question: 'Um administrador consegue entrar?',
    ask: async ({ copying }) => {
      const admin = await copying.first(`
        select 1 as one from accounts
        where profile = 'admin' and deleted_at is null and blocked_at is null
          and blocked_by_admin_at is null limit 1`);
      return admin ? undefined : 'Não há nenhum.';
    },
  },
  {
    question: 'Os segredos guardados se leem?',
    ask: async ({ copying, restored: { secrets } }) => {
      const sealed = await copying.many<{ secret: Buffer }>(
        'select totp_secret as secret from accounts where totp_secret is not null limit 100',
      );
      const closed = sealed.filter(({ secret }) => !canDecrypt(secrets, secret));
      return closed.length === 0 ? undefined : `Não: ${closed.length} de ${sealed.length}.`;
    },
  },
  {
    question: 'Os maiores índices estão inteiros?',
    ask: async ({ copying }) => {
      // The check needs an extension, which a role without superuser rights may not be able to add.
      // A restored snapshot has new indexes and does not need the check.
      if (!(await hasIndexCheck(copying))) return undefined;
      try {
        await copying.many(largestIndexesChecked);
        return undefined;
      } catch (error) {
        return `Não: ${(error as Error).message}.`;
      }
    },
  },
];

const INSUFFICIENT_PRIVILEGE = '42501';

async function hasIndexCheck(copying: Copying): Promise<boolean> {
  try {
    await copying.many('create extension if not exists amcheck');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

function canDecrypt(secrets: Secrets, sealed: Buffer): boolean {
  try {
    return secrets.decrypt('totp', sealed).length > 0;
  } catch {
    return false;
  }
}

const largestIndexesChecked = `
  select bt_index_check(c.oid) from (
    select c.oid from pg_class c join pg_am am on am.oid = c.relam
    where c.relkind = 'i' and am.amname = 'btree' and c.relnamespace = 'public'::regnamespace
    order by pg_relation_size(c.oid) desc limit 10
  ) c`;
