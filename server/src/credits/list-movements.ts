/**
 * Lists the movements of an account's wallet or of its whole tree. An account can read its own
 * movements and those of its tree. Source: S-SHARED-19 to 24, S-RESLIST-45, Q-PAGING.
 */
import type { listMovements as declaration, movementRow } from '@ramal/contract/resellers/credits';
import type { HandlerResult, ParsedRequest } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { ReaderAccount } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { type Total, boundedTotal, toPageAnswer, limitOffset } from '../foundation/pages.ts';
import { toCredits } from './ledger.ts';
import { type Movement, movementRows, movementRowsBy } from './movement-rows.sql.ts';
import { ADMINISTRATION } from './movement-kinds.sql.ts';
import {
  type Holder,
  type MovementWalk,
  gatherMovements,
  readHolder,
  openWalk,
} from './movements.sql.ts';

export async function listMovements(
  { db, clock }: ReadingContext,
  { actor, params, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const holder = await readHolder(db, actor, params.id, query.tree);
  const walk = await openWalk(db, clock, { viewer: actor, holder, filters: query });
  const { total, page } = await findPage(db, actor, walk, query);
  const rows = await db.many<Movement>(page);
  return {
    ...toPageAnswer(
      query,
      total,
      rows.map((row) => onPaper(row, holder, clock.timeZone)),
    ),
    id: holder.id,
    username: holder.username,
    isMaster: holder.isMaster ? 1 : 0,
    balance: toCredits(holder.balance),
    searchedSince: walk.searchedFrom ? formatDateTime(walk.searchedFrom.at, clock.timeZone) : null,
  };
}

type Query = ParsedRequest<typeof declaration>['query'];

async function findPage(
  db: Reader,
  actor: ReaderAccount,
  walk: MovementWalk,
  query: Query,
): Promise<{ readonly total: Total; readonly page: Sql }> {
  const { sort, dir } = query;
  const isById = sort === 'registered' || sort === 'id';
  if (isById && query.search !== undefined) {
    const { total, ids } = await gatherMovements(db, walk, query);
    // Uses the collected matches only if the total is exact. Otherwise they may lack the first rows
    // of the requested order.
    if (total.exact) return { total, page: movementRows(actor, ids, dir) };
    return {
      total,
      page: movementRows(actor, walk.ids(limitOffset(query, total), total, dir), dir),
    };
  }
  const total = await boundedTotal(db, walk.all);
  if (isById)
    return {
      total,
      page: movementRows(actor, walk.ids(limitOffset(query, total), total, dir), dir),
    };
  if (!total.exact) refuse('sort_too_many');
  const place = limitOffset(query, { ...total, exact: false });
  return { total, page: movementRowsBy(actor, { sort, dir }, walk.all, place) };
}

function onPaper(row: Movement, holder: Holder, timeZone: string): z.input<typeof movementRow> {
  const amount = row.cameIn ? row.amount : -row.amount;
  return {
    id: row.id,
    amount: fromHundredths(amount),
    reason: row.note ?? '',
    reasonLabel: movementLabel(row.reason),
    kind: row.kind,
    sale: toCredits(row.unitPriceCents),
    billed: toCredits(row.billedCents),
    fromTo: fromTo(row),
    actor: movementActor(row),
    before: row.after === null || row.holderId === null ? null : fromHundredths(row.after - amount),
    after: row.holderId === null ? null : toCredits(row.after),
    line: row.line,
    registered: formatDateTime(row.at, timeZone),
    reseller: row.holder ?? holder.username,
    resellerId: row.holderId ?? holder.id,
  };
}

const labels: Readonly<Record<string, string>> = {
  'line-created': 'Linha criada',
  'line-extended': 'Linha renovada',
  'line-extension-undone': 'Renovação desfeita',
  'line-imported': 'Linha trazida de outra lista',
  'line-promoted': 'Teste ativado como oficial',
  'credits-given': 'Recarga',
  'credits-withdrawn': 'Retirada',
  'opening-credits': 'Créditos iniciais',
  'reseller-deleted': 'Revenda excluída',
  'reseller-restored': 'Revenda restaurada',
  'portal-credited': 'Créditos para o portal',
  'portal-returned': 'Créditos devolvidos do portal',
  'portal-renewal': 'Linha renovada pelo portal',
  'portal-renewal-undone': 'Renovação pelo portal desfeita',
  'credits-bought': 'Créditos comprados',
  'bonus-granted': 'Bônus de recarga',
  'bonus-returned': 'Bônus de recarga devolvido',
  'referral-rewarded': 'Recompensa de indicação',
  'referral-returned': 'Recompensa de indicação devolvida',
  'hostname-bought': 'DNS comprado',
  'hostname-returned': 'Compra de DNS devolvida',
  'line-returned': 'Linha recusada pelo servidor, devolvida',
};

export const movementLabel = (reason: string): string => labels[reason] ?? reason;

/**
 * Text in place of an account that the viewer may not see. Such an account is above the direct
 * parent or was moved out of the network.
 */
const ELSEWHERE = 'Fora da sua rede';

export function fromTo(row: Movement): string {
  const holder = row.holder ?? ADMINISTRATION;
  return row.cameIn ? `${otherOf(row)} → ${holder}` : `${holder} → ${otherOf(row)}`;
}

function otherOf({ other, otherKind, line, reason }: Movement): string {
  if (otherKind === 'portal' && reason.startsWith('portal-')) return 'portal';
  if (otherKind === 'issuance') return ADMINISTRATION;
  if (otherKind === 'consumption' && reason.startsWith('hostname-')) return 'DNS';
  if (otherKind === 'consumption') return line === null ? 'linha' : `linha ${line}`;
  return other ?? ELSEWHERE;
}

export const movementActor = ({ actor, actorProfile }: Movement): string =>
  actor ?? (actorProfile === 'admin' ? ADMINISTRATION : ELSEWHERE);
