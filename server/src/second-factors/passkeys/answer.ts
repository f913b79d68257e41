/**
 * A door: asking a passkey, and judging what it answers. Where it answers rightly, somebody held the
 * device, unlocked it, and stood on this host; what is wrong is recorded and nothing says which part.
 */
import { createHmac } from 'node:crypto';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { insertEventCte } from '../../events/events.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import {
  type PendingChallenge,
  CHALLENGE_TTL_MS,
  makeChallenge,
  takeChallenge,
} from './challenges.ts';
import { type KnownKey, countUse, findKey, passkeysOf } from './passkeys.sql.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/** JSON form of what the browser's WebAuthn API is given. */
export type Options = Record<string, unknown>;

/** For an account the keys it has on this host, and null where it has none; for nobody in particular any. */
export async function createPasskeyRequest(
  ctx: AppContext,
  rp: RelyingParty,
  asked: PendingChallenge,
): Promise<Options | null> {
  const { accountId } = asked;
  const keys = accountId === null ? [] : await passkeysOf(ctx.db, accountId);
  const here = keys.filter(({ rpId }) => rpId === rp.id);
  if (accountId !== null && here.length === 0) return null;
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: await makeChallenge(ctx, rp, asked),
    allowCredentials: here.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
    timeout: CHALLENGE_TTL_MS,
  });
  return { ...options };
}

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const answerShape = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(100).nullish(),
  }),
});

/** What the browser signed along: of it only this is read here. A page in a frame of another site is not ours. */
const clientDataShape = z.object({
  challenge: z.string().regex(/^[\w-]{43}$/),
  crossOrigin: z.literal(false).optional(),
});

/** The challenge a device answers; undefined where that cannot be read. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    return clientDataShape.safeParse(JSON.parse(text)).data?.challenge;
  } catch {
    return undefined;
  }
}

/** As devices know the account: says nothing to anyone else. */
export const userHandleOf = ({ secrets }: AppContext, accountId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    createHmac('sha256', secrets.key('passkey-user')).update(String(accountId)).digest(),
  );

type Because =
  | 'host'
  | 'unreadable'
  | 'challenge'
  | 'attestation'
  | 'key'
  | 'signature'
  | 'counter';
type Verdict = { readonly key: KnownKey } | { readonly because: Because; readonly key?: KnownKey };

/** Whose key answered what was asked; undefined when it is refused. */
export async function verifyPasskeyAnswer(
  ctx: AppContext,
  asked: PendingChallenge,
  sent: unknown,
  requestMeta: RequestMeta,
): Promise<{ accountId: number } | undefined> {
  const verdict = await judge(ctx, asked, sent, requestMeta);
  if (!('because' in verdict)) return verdict.key;
  await recordRefused(ctx, asked, verdict.because, requestMeta, verdict.key?.accountId);
  return undefined;
}

export const recordRefused = (
  ctx: AppContext,
  { purpose, accountId }: PendingChallenge,
  because: Because,
  requestMeta: RequestMeta,
  holderId: number | null = accountId,
): Promise<number> =>
  ctx.db.tx((tx) =>
    tx.run(
      insertEventCte(requestMeta, {
        kind: 'passkey-refused',
        actorId: accountId,
        accountId: holderId,
        after: { purpose, because },
      }),
    ),
  );

async function judge(
  ctx: AppContext,
  asked: PendingChallenge,
  sent: unknown,
  requestMeta: RequestMeta,
): Promise<Verdict> {
  const rp = relyingPartyOf(requestMeta);
  if (!rp) return { because: 'host' };
  const { data: answer } = answerShape.safeParse(sent);
  const challenge = answer && challengeIn(answer.response.clientDataJSON);
  if (!answer || !challenge) return { because: 'unreadable' };
  if (!(await takeChallenge(ctx, rp, asked, challenge))) return { because: 'challenge' };
  const key = await findKey(ctx.db, answer.id, rp.id);
  if (!key || !isOf(ctx, key, asked, answer.response.userHandle)) return { because: 'key' };
  const counter = await verified(rp, key, challenge, answer);
  if (counter === undefined) return { because: 'signature', key };
  const counted = await ctx.db.tx((tx) => countUse(tx, key.id, counter, ctx.clock.now()));
  return counted ? { key } : { because: 'counter', key };
}

function isOf(
  ctx: AppContext,
  { accountId }: KnownKey,
  asked: PendingChallenge,
  userHandle: string | null | undefined,
): boolean {
  const handle = Buffer.from(userHandleOf(ctx, accountId)).toString('base64url');
  return (
    (asked.accountId === null || asked.accountId === accountId) &&
    (!userHandle || userHandle === handle)
  );
}

/** What its counter stands at; undefined when the signature, the origin or the host is another's. */
async function verified(
  rp: RelyingParty,
  key: KnownKey,
  challenge: string,
  { id, rawId, type, response }: z.output<typeof answerShape>,
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      // Its counter is judged where it is written, so that of two answers at once one can lose.
      credential: { id, publicKey: Uint8Array.from(key.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return isRight ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library says no by throwing.
    return undefined;
  }
}
