/** Answers about a test: its credentials, the code for the number, or the refusal. */
import type {
  StorefrontCredentials,
  StorefrontRefusal,
  StorefrontTest,
  TestRefusal,
} from '@ramal/contract/storefront/tests';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { type Line, lineColumns } from '../../lines/lines.ts';
import type { RefusedTrial } from '../../offers/offers.ts';
import { readCustomerLinks } from '../../portal/portal.ts';
import { createKey } from './public-keys.ts';

/** Line of one seller that is not deleted. */
export const findSellerLine = (
  { db, clock }: AppContext,
  accountId: number,
  lineId: number,
): Promise<Line | undefined> =>
  db.first(sql`
    select ${lineColumns(clock.now())} from lines l
    where l.id = ${lineId} and l.owner_id = ${accountId} and l.deleted_at is null`);

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
}

export async function describeTest(ctx: AppContext, shown: ShownTest): Promise<StorefrontTest> {
  const { accountId, lineId, device, deviceSignature, requestMeta } = shown;
  const line = (await findSellerLine(ctx, accountId, lineId)) ?? refuse('storefront_key_refused');
  const sent = await ctx.db.first(sql`
    select from storefront_messages where line_id = ${lineId} and kind = 'test' and state <> 'failed'`);
  return {
    key: createKey(ctx, 't', lineId, { accountId, deviceSignature }),
    device,
    endsTimestamp: unixSeconds(line.expiresAt),
    hasEnded: line.isTrial && line.expiresAt <= ctx.clock.now(),
    sentBy: sent ? 'whatsapp' : null,
    credentials: await readCredentials(ctx, line, requestMeta),
  };
}

const texts: Readonly<Record<TestRefusal, string>> = {
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
  const mayShow = isProved || (!isOfPerson && refused !== 'device');
  const line =
    isOfPerson && isProved && formerLineId !== undefined
      ? await findSellerLine(ctx, accountId, formerLineId)
      : undefined;
  const moment = (at: Date | undefined) => (at && mayShow ? unixSeconds(at) : null);
  return {
    reason: line?.blockedForAbuseAt ? 'blocked' : refused,
    text: texts[line?.blockedForAbuseAt ? 'blocked' : refused],
    testedTimestamp: isOfPerson ? moment(testedAt) : null,
    nextTimestamp: refused === 'device' ? null : moment(nextFreeAt),
    former:
      line && !line.blockedForAbuseAt
        ? {
            username: maskUsername(line.username),
            key: createKey(ctx, 't', line.id, { accountId, deviceSignature }),
          }
        : null,
  };
}

/** Masks a user name: `77310482` becomes `77•••482`. */
export const maskUsername = (username: string): string =>
  username.length < 7
    ? `${username.slice(0, 1)}•••`
    : `${username.slice(0, 2)}•••${username.slice(-3)}`;
