/** Answers about a test: its credentials, the code for the number, or the refusal. */
import type {
  StorefrontCredentials,
  StorefrontRefusal,
  StorefrontTest,
} from '@ramal/contract/storefront/tests';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { refuse } from '@ramal/contract/api/errors';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { type Line, lineColumns } from '../../lines/lines.ts';
import type { RefusedTrial } from '../../offers/offers.ts';
import { readCustomerLinks } from '../../portal/portal.ts';
import { createKey } from './public-keys.ts';

/** Line of a visitor. The version grows with each new password and each new owner of the line. */
export type SellerLine = Line & { readonly accessVersion: number };

/** Line of one seller that is not deleted. */
export const findSellerLine = (
  { db, clock }: AppContext,
  accountId: number,
  lineId: number,
): Promise<SellerLine | undefined> =>
  db.first(sql`
    select ${lineColumns(clock.now())}, l.access_version from lines l
    where l.id = ${lineId} and l.owner_id = ${accountId} and l.deleted_at is null`);

/** Time for which a key shows the access that it led to. */
const SHOWN_MS = 7 * DAY_MS;

/**
 * True if a key may show the access of the line. It may for some days after the access was created,
 * and never after a new password or owner (Q-VISITORKEY).
 */
export const mayShowAccess = (
  { clock }: Pick<AppContext, 'clock'>,
  { accessVersion }: Pick<SellerLine, 'accessVersion'>,
  { version, since }: { readonly version: number; readonly since: Date },
): boolean => version === accessVersion && clock.now().getTime() < since.getTime() + SHOWN_MS;

export async function readCredentials(
  ctx: AppContext,
  line: Line,
  requestMeta: RequestMeta,
): Promise<StorefrontCredentials> {
  const { links, howTo } = await readCustomerLinks(ctx, line, requestMeta);
  return { username: line.username, password: line.password, links, howTo };
}

interface ShownTest {
  readonly accountId: number;
  readonly lineId: number;
  readonly device: StorefrontDevice;
  readonly deviceSignature: string;
  readonly requestMeta: RequestMeta;
  /** Key with which the visitor reads the test again. It keeps its expiry. */
  readonly key?: { readonly text: string; readonly version: number };
}

export async function describeTest(ctx: AppContext, shown: ShownTest): Promise<StorefrontTest> {
  const { accountId, lineId, device, deviceSignature, requestMeta, key } = shown;
  const line = (await findSellerLine(ctx, accountId, lineId)) ?? refuse('storefront_key_refused');
  const version = key?.version ?? line.accessVersion;
  const sent = await ctx.db.first(sql`
    select from storefront_messages where line_id = ${lineId} and kind = 'test' and state <> 'failed'`);
  return {
    key: key?.text ?? createKey(ctx, 't', lineId, { accountId, deviceSignature, version }),
    device,
    endsTimestamp: unixSeconds(line.expiresAt),
    hasEnded: line.isTrial && line.expiresAt <= ctx.clock.now(),
    sentBy: sent ? 'whatsapp' : null,
    credentials: mayShowAccess(ctx, line, { version, since: line.createdAt })
      ? await readCredentials(ctx, line, requestMeta)
      : null,
  };
}

const texts: Readonly<Record<StorefrontRefusal['reason'], string>> = {
  repeated: 'Este número ou este aparelho já fez o dele',
  number: 'Este número já fez um teste',
  device: 'Este aparelho já fez um teste',
  'outside-hours': 'Os testes estão fechados agora',
  'day-full': 'Os testes de hoje acabaram',
  off: 'Não há testes agora',
  blocked: 'Fale com quem vende para você',
};

interface ShownRefusal {
  readonly accountId: number;
  readonly deviceSignature: string;
  /** True if the visitor proved the number. Otherwise the answer says nothing about the former test. */
  readonly isProved: boolean;
}

export async function describeRefusal(
  ctx: AppContext,
  { refused, nextFreeAt, testedAt, formerLineId }: RefusedTrial,
  { accountId, deviceSignature, isProved }: ShownRefusal,
): Promise<StorefrontRefusal> {
  const isOfPerson = refused === 'number';
  const isRepeated = isOfPerson || refused === 'device';
  const mayShow = isProved || !isRepeated;
  const shown = isRepeated && !isProved ? 'repeated' : refused;
  const line =
    isOfPerson && isProved && formerLineId !== undefined
      ? await findSellerLine(ctx, accountId, formerLineId)
      : undefined;
  const moment = (at: Date | undefined) => (at && mayShow ? unixSeconds(at) : null);
  const reason = line?.blockedForAbuseAt ? 'blocked' : shown;
  return {
    reason,
    text: texts[reason],
    testedTimestamp: isOfPerson ? moment(testedAt) : null,
    nextTimestamp: refused === 'device' ? null : moment(nextFreeAt),
    former:
      line && !line.blockedForAbuseAt
        ? {
            username: maskUsername(line.username),
            key: createKey(ctx, 't', line.id, {
              accountId,
              deviceSignature,
              version: line.accessVersion,
            }),
          }
        : null,
  };
}

/** Masks a user name: `77310482` becomes `77•••482`. */
export const maskUsername = (username: string): string =>
  username.length < 7
    ? `${username.slice(0, 1)}•••`
    : `${username.slice(0, 2)}•••${username.slice(-3)}`;
