/**
 * Inserts a Pix into a text that contains its placeholder, just before sending, because a Pix is
 * valid for a day.
 */
import { Refusal } from '@ramal/contract/api/errors';
import { containsPix, insertPix } from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { lineColumns, type Line } from '../../lines/lines.ts';
import { offerRenewal } from '../../portal/portal.ts';
import type { Outgoing } from './sender.ts';

type WithBody = Pick<Outgoing, 'id' | 'lineId' | 'body' | 'baseUrl'>;

/**
 * Inserts the Pix and stores the text in the reminder, so that the charge is requested only once.
 */
export async function fillPix(
  ctx: AppContext,
  { id, lineId, body, baseUrl }: WithBody,
): Promise<string> {
  if (!containsPix(body)) return body;
  const filled = insertPix(body, await pixOf(ctx, lineId, baseUrl));
  await ctx.db.tx((tx) => tx.run(sql`update reminders set body = ${filled} where id = ${id}`));
  return filled;
}

/**
 * Returns an empty text if there is no Pix, because the customer can still use the link. A message
 * never removes the debit of the month.
 */
async function pixOf(ctx: AppContext, lineId: number, baseUrl: string): Promise<string> {
  const line = await ctx.db.first<Line>(sql`
    select ${lineColumns(ctx.clock.now())} from lines l where l.id = ${lineId} and l.deleted_at is null`);
  if (!line) return '';
  try {
    return (await offerRenewal(ctx, line, { months: 1 }, { baseUrl })).pixCode ?? '';
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}
