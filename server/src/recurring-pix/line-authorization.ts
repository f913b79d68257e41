/** The authorization of a line for its seller: the dialog, the history, and the end. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  endAuthorization as endDeclaration,
  getLineAuthorization as declaration,
  listAuthorizationHistory as historyDeclaration,
} from '@ramal/contract/payments/authorizations';
import { extendByMonths } from '@ramal/contract/rules/payments/calendar-months';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { readWallets } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { addDays, unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findAccessibleLine, type Line, lockLine } from '../lines/lines.ts';
import { type AuthorizationFacts, selectFacts } from './lists/authorization-rows.sql.ts';
import {
  type Authorization,
  findAuthorization,
  hasLine,
  lockAuthorization,
} from './authorizations.sql.ts';
import { readHistory } from './authorization-history.ts';
import { toAuthorizationRow } from './lists/describe-authorization.ts';
import { requestEnd } from './end-authorization.ts';
import { refreshAuthorization } from './refresh-authorization.ts';

/** Reads the current price of a line's month in cents; null if it has none. */
export type ReadMonthPrice = (line: Line) => Promise<number | null>;

export const createGetLineAuthorization =
  (ctx: AppContext, readPrice: ReadMonthPrice) =>
  async ({
    actor,
    params,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    const now = ctx.clock.now();
    const line = await findAccessibleLine(ctx.db, actor, { id: params.id }, now);
    const facts = await ctx.db.first<AuthorizationFacts>(sql`
      ${selectFacts} where pa.line_id = ${line.id} and pa.authorized_at is not null order by pa.id desc limit 1`);
    if (!facts) return { authorization: null };
    const [wallets, price] = await Promise.all([
      readWallets(ctx.db, line.ownerId),
      readPrice(line),
    ]);
    const row = toAuthorizationRow(facts, now);
    const { timeZone } = ctx.clock;
    const next = extendByMonths({ ...facts, anchorDay: facts.anchorDay }, 1, now, timeZone);
    return {
      authorization: {
        ...row,
        payerName: facts.payerName,
        provider: facts.provider === 'sandbox' ? null : facts.provider,
        customerStopsUntil: row.next && addDays(row.next.dueOn, -1),
        nextExpiresTimestamp: row.next && unixSeconds(next.expiresAt),
        credits: fromHundredths(facts.credits),
        portalCredits: fromHundredths(wallets.portal ?? 0),
        newValue: price === null || price === facts.cents ? null : fromHundredths(price),
      },
    };
  };

/** Finds an authorization whose line the account can access. Refuses any other authorization. */
export async function findAccessibleAuthorization(
  { db, clock }: AppContext,
  actor: Actor,
  id: number,
): Promise<{ readonly authorization: Authorization; readonly line: Line }> {
  const authorization = await findAuthorization(db, id);
  if (!authorization || !hasLine(authorization)) return refuse('authorization_not_found');
  const line = await findAccessibleLine(db, actor, { id: authorization.lineId }, clock.now()).catch(
    () => refuse('authorization_not_found'),
  );
  return { authorization, line };
}

export async function endAuthorization(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof endDeclaration>,
): Promise<HandlerResult<typeof endDeclaration>> {
  const { line } = await findAccessibleAuthorization(ctx, actor, params.id);
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await lockLine(tx, actor, { id: line.id }, now);
    const authorization = await lockAuthorization(tx, params.id);
    if (!['preparing', 'created', 'active'].includes(authorization.state))
      refuse('authorization_ended');
    const by = { id: actor.id, requestMeta };
    await requestEnd(tx, authorization, { reason: 'seller', now, by });
  });
  await refreshAuthorization(ctx, params.id);
  return { message: 'Autorização encerrada' };
}

export async function listAuthorizationHistory(
  ctx: AppContext,
  { actor, params }: Call<typeof historyDeclaration>,
): Promise<HandlerResult<typeof historyDeclaration>> {
  const { authorization } = await findAccessibleAuthorization(ctx, actor, params.id);
  return readHistory(ctx, authorization);
}
