/** Lists the authorizations of a seller with their four figures, and exports them. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  AuthorizationSort,
  exportAuthorizations as exportDeclaration,
  listAuthorizations as declaration,
} from '@ramal/contract/payments/authorizations';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { AuthorizationStatus } from '@ramal/contract/rules/payments/recurring-pix';
import sql, { type Sql, raw } from 'sql-template-tag';
import { exportKind, type ExportRequest, startFilledExport } from '../../exports/exports.ts';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { boundedTotal, pageWithinBound, toPageAnswer } from '../../foundation/pages.ts';
import {
  type AuthorizationFacts,
  type AuthorizationFilters,
  authorizationsFrom,
  matchingAuthorizations,
  selectFacts,
  authorizationStatus,
} from './authorization-rows.sql.ts';
import { toAuthorizationRow } from './describe-authorization.ts';
import { readFigures } from './figures.ts';
import { readOfferState } from '../recurring-account.ts';

/**
 * Sort key: refused months first, then by the day of the next debit. Ended authorizations are last.
 */
const attention: Sql = sql`
  case ${authorizationStatus} when 'refused' then '0' when 'ended' then '2' else '1' end
    || coalesce(to_char(pa.next_due_on, 'YYYY-MM-DD'), '9')`;

const orders: Readonly<Record<AuthorizationSort, Sql>> = {
  next: attention,
  name: sql`pa.search`,
  value: sql`pa.cents`,
  expires: sql`l.expires_at`,
  authorized: sql`pa.authorized_at`,
};

export async function listAuthorizations(
  ctx: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const now = ctx.clock.now();
  const where = matchingAuthorizations(actor.id, query, now);
  const total = await boundedTotal(
    ctx.db,
    sql`select pa.id from ${authorizationsFrom} where ${where}`,
  );
  const [facts, counts, figures, offer] = await Promise.all([
    ctx.db.many<AuthorizationFacts>(sql`
      ${selectFacts} where ${where}
      order by ${orders[query.sort]} ${raw(query.dir)}, pa.id ${raw(query.dir)} ${pageWithinBound(query)}`),
    readCounts(ctx, actor.id),
    readFigures(ctx, actor.id),
    readOfferState(ctx, actor.id),
  ]);
  const rows = facts.map((row) => toAuthorizationRow(row, now));
  return { ...toPageAnswer(query, total, rows), counts, figures, offer };
}

type Counts = HandlerResult<typeof declaration>['counts'];

async function readCounts({ db, clock }: AppContext, accountId: number): Promise<Counts> {
  const rows = await db.many<{ status: AuthorizationStatus; count: number }>(sql`
    select ${authorizationStatus} as status, count(*) as count from ${authorizationsFrom}
    where ${matchingAuthorizations(accountId, {}, clock.now())} group by 1`);
  const countOf = (status: AuthorizationStatus): number =>
    rows.find((row) => row.status === status)?.count ?? 0;
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    refused: countOf('refused'),
    active: countOf('active'),
    waiting: countOf('waiting'),
    ended: countOf('ended'),
  };
}

const KIND = 'export-authorizations';
const PAGE = 1000;

interface AuthorizationExport extends ExportRequest {
  readonly filters: AuthorizationFilters;
}

export async function exportAuthorizations(
  ctx: AppContext,
  { actor, body: filters }: Call<typeof exportDeclaration>,
): Promise<HandlerResult<typeof exportDeclaration>> {
  const count = await countExported(ctx, { by: actor, filters });
  const input = { kind: KIND, by: actor, file: 'Pix Automatico.xlsx', payload: { filters } };
  return startFilledExport(ctx, count, input);
}

const countExported = async (
  { db, clock }: ReadingContext,
  { by, filters }: AuthorizationExport,
): Promise<number> =>
  (
    await boundedTotal(
      db,
      sql`select pa.id from ${authorizationsFrom} where ${matchingAuthorizations(by.id, filters, clock.now())}`,
    )
  ).total;

async function* pages(
  { db, clock }: ReadingContext,
  { by, filters }: AuthorizationExport,
): AsyncGenerator<AuthorizationFacts[]> {
  const where = matchingAuthorizations(by.id, filters, clock.now());
  for (let above = 0; ;) {
    const rows = await db.many<AuthorizationFacts>(
      sql`${selectFacts} where ${where} and pa.id > ${above} order by pa.id limit ${PAGE}`,
    );
    if (rows.length === 0) return;
    yield rows;
    above = rows.at(-1)!.id;
  }
}

const statusNames: Readonly<Record<AuthorizationStatus, string>> = {
  refused: 'Recusada',
  active: 'Ativa',
  waiting: 'Esperando',
  ended: 'Encerrada',
};

export const authorizationExport = exportKind<AuthorizationExport, AuthorizationFacts>({
  kind: KIND,
  columns: [
    { header: 'Cliente', width: 28, cell: (row) => customerName(row).name },
    { header: 'Usuário', width: 20, cell: (row) => row.username },
    { header: 'CPF', width: 16, cell: (row) => row.cpfMask },
    { header: 'Status', width: 12, cell: (row) => statusNames[row.status] },
    { header: 'Próxima cobrança', width: 16, cell: (row) => row.dueOn ?? row.nextDueOn ?? '' },
    { header: 'Valor (R$)', width: 12, cell: (row) => fromHundredths(row.cents) },
    { header: 'Vencimento', width: 16, cell: (row) => row.expiresAt },
    { header: 'Autorizada em', width: 16, cell: (row) => row.authorizedAt },
    { header: 'Encerrada em', width: 16, cell: (row) => row.endedAt },
  ],
  count: countExported,
  pages,
});
