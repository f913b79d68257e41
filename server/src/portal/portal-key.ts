/**
 * Keys of the portal: `s.` after a sign-in, `l.` from a link of the reseller. Both are signed. A
 * key after a sign-in becomes invalid after thirty days or with a new password of the line. A key
 * of a link becomes invalid at its expiry or by revocation.
 */
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import { type Line, lineColumns } from '../lines/lines.ts';

const SESSION_USE = 'portal-session';
const LINK_USE = 'portal-link';
const SESSION_MS = 30 * DAY_MS;
/** A renewal that the customer opened within this time is probably being paid. */
export const PAYING_MS = 15 * MINUTE_MS;

type Signing = Pick<AppContext, 'secrets'>;

const signedSession = (lineId: number, until: number, password: string): string =>
  `${lineId}.${until}.${password}`;

export function sessionKey(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  { id, password }: Pick<Line, 'id' | 'password'>,
): string {
  const until = Math.floor((clock.now().getTime() + SESSION_MS) / 1000);
  return `s.${id}.${until}.${secrets.sign(SESSION_USE, signedSession(id, until, password))}`;
}

const BROWSER_USE = 'portal-browser';
const BROWSER_MS = 180 * DAY_MS;

/**
 * Returns a token that identifies a browser that signed in before. It gives no access, and a new
 * password invalidates it.
 */
export function browserMark(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  { id, password }: Pick<Line, 'id' | 'password'>,
): string {
  const until = Math.floor((clock.now().getTime() + BROWSER_MS) / 1000);
  return `b.${id}.${until}.${secrets.sign(BROWSER_USE, signedSession(id, until, password))}`;
}

export function isBrowserMark(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  { id, password }: Pick<Line, 'id' | 'password'>,
  mark: string,
): boolean {
  const [kind, lineId, until, signature = ''] = mark.split('.');
  if (kind !== 'b' || number(lineId) !== id) return false;
  if (number(until) * 1000 < clock.now().getTime()) return false;
  return secrets.verify(BROWSER_USE, signedSession(id, number(until), password), signature);
}

export const linkKey = ({ secrets }: Signing, linkId: number): string =>
  `l.${linkId}.${secrets.sign(LINK_USE, String(linkId))}`;

/**
 * Returns the line of a key. Refuses all invalid keys with the same error. Also records that the
 * link that a box showed is open.
 */
export async function lineOfKey(ctx: AppContext, key: string): Promise<Line> {
  const [kind, ...parts] = key.split('.');
  const line = kind === 's' ? await ofSession(ctx, parts) : await ofLink(ctx, kind, parts);
  return line ?? refuse('portal_key_refused');
}

const number = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;

async function ofSession(ctx: AppContext, parts: readonly string[]): Promise<Line | undefined> {
  const [id, until] = [number(parts[0]), number(parts[1])];
  if (parts.length !== 3 || id === 0 || until * 1000 < ctx.clock.now().getTime()) return undefined;
  const line = await readLine(ctx.db, id, ctx.clock.now());
  const text = line && signedSession(id, until, line.password);
  return text && ctx.secrets.verify(SESSION_USE, text, parts[2]!) ? line : undefined;
}

async function ofLink(
  ctx: AppContext,
  kind: string | undefined,
  parts: readonly string[],
): Promise<Line | undefined> {
  const id = number(parts[0]);
  if (kind !== 'l' || parts.length !== 2 || id === 0) return undefined;
  if (!ctx.secrets.verify(LINK_USE, String(id), parts[1]!)) return undefined;
  const now = ctx.clock.now();
  const isUnrecorded = sql`
    link_id = ${id} and (opened_at is null or opened_at <= ${new Date(now.getTime() - PAYING_MS)})`;
  const link = await ctx.db.first<{ lineId: number; isOpeningOnBox: boolean }>(sql`
    select line_id, exists (select from box_renewals where ${isUnrecorded}) as is_opening_on_box
    from renewal_links
    where id = ${id} and revoked_at is null and expires_at > ${now}`);
  if (link?.isOpeningOnBox)
    await ctx.db.tx((tx) =>
      tx.run(sql`update box_renewals set opened_at = ${now} where ${isUnrecorded}`),
    );
  return link && readLine(ctx.db, link.lineId, now);
}

const readLine = (reader: Reader, id: number, now: Date): Promise<Line | undefined> =>
  reader.first(sql`
    select ${lineColumns(now)} from lines l where l.id = ${id} and l.deleted_at is null`);
