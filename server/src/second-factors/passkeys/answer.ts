/**
 * Creates a passkey's challenge and checks its response. A valid response proves that the user had
 * the device, unlocked it, and was on this host. A wrong response is recorded, and the refusal does
 * not name the wrong part.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { recordEvent } from '../../events/events.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import {
  type PendingChallenge,
  CHALLENGE_TTL_MS,
  makeChallenge,
  consumeChallenge,
} from './challenges.ts';
import { type KnownKey, countUse, findKey, readPasskeys } from './passkeys.sql.ts';
import { type RelyingParty, findRelyingParty } from './relying-party.ts';

/** JSON form of the options of the browser's WebAuthn API. */
export type Options = Record<string, unknown>;

/**
 * Creates a request for a passkey. With an account the request accepts only the account's keys on
 * this host; null if the account has no such key. Without an account the request accepts any key.
 */
export async function createPasskeyRequest(
  ctx: AppContext,
  rp: RelyingParty,
  challenge: PendingChallenge,
): Promise<Options | null> {
  const { accountId } = challenge;
  const keys = accountId === null ? [] : await readPasskeys(ctx.db, accountId);
  const here = keys.filter(({ rpId }) => rpId === rp.id);
  if (accountId !== null && here.length === 0) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: await makeChallenge(ctx, rp, challenge),
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

/**
 * Client data that the browser created and the device signed; only these fields are read. A page in
 * a frame of another site is refused.
 */
const clientDataShape = z.object({
  challenge: z.string().regex(/^[\w-]{43}$/),
  crossOrigin: z.literal(false).optional(),
});

/** Returns the challenge that the device answered; undefined if it cannot be read. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    return clientDataShape.safeParse(JSON.parse(text)).data?.challenge;
  } catch {
    return undefined;
  }
}

/** Returns the account's id for devices, which reveals nothing to other parties. */
export const deriveUserHandle = (
  { secrets }: AppContext,
  accountId: number,
): Uint8Array<ArrayBuffer> =>
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
type AnswerResult =
  | { readonly key: KnownKey }
  | { readonly because: Because; readonly key?: KnownKey };

/** Checks a response and returns the account of its key. Undefined if the response is refused. */
export async function verifyPasskeyAnswer(
  ctx: AppContext,
  challenge: PendingChallenge,
  sent: unknown,
  requestMeta: RequestMeta,
): Promise<{ accountId: number } | undefined> {
  const result = await checkAnswer(ctx, challenge, sent, requestMeta);
  if (!('because' in result)) return result.key;
  await recordRefused(ctx, challenge, {
    because: result.because,
    requestMeta,
    holderId: result.key?.accountId,
  });
  return undefined;
}

interface ChallengeRefusal {
  readonly because: Because;
  readonly requestMeta: RequestMeta;
  readonly holderId?: number | null | undefined;
}

export const recordRefused = (
  ctx: AppContext,
  { purpose, accountId }: PendingChallenge,
  { because, requestMeta, holderId = accountId }: ChallengeRefusal,
): Promise<number> =>
  ctx.db.tx((tx) =>
    recordEvent(tx, requestMeta, {
      kind: 'passkey-refused',
      actorId: accountId,
      accountId: holderId,
      after: { purpose, because },
    }),
  );

async function checkAnswer(
  ctx: AppContext,
  pending: PendingChallenge,
  sent: unknown,
  requestMeta: RequestMeta,
): Promise<AnswerResult> {
  const rp = findRelyingParty(requestMeta);
  if (!rp) return { because: 'host' };
  const { data: answer } = answerShape.safeParse(sent);
  const challenge = answer && challengeIn(answer.response.clientDataJSON);
  if (!answer || !challenge) return { because: 'unreadable' };
  if (!(await consumeChallenge(ctx, rp, pending, challenge))) return { because: 'challenge' };
  const key = await findKey(ctx.db, answer.id, rp.id);
  if (!key || !isOf(ctx, key, pending, answer.response.userHandle)) return { because: 'key' };
  const counter = await verified(rp, key, challenge, answer);
  if (counter === undefined) return { because: 'signature', key };
  const updated = await ctx.db.tx((tx) => countUse(tx, key.id, counter, ctx.clock.now()));
  return updated ? { key } : { because: 'counter', key };
}

function isOf(
  ctx: AppContext,
  { accountId }: KnownKey,
  challenge: PendingChallenge,
  userHandle: string | null | undefined,
): boolean {
  const handle = Buffer.from(deriveUserHandle(ctx, accountId)).toString('base64url');
  return (
    (challenge.accountId === null || challenge.accountId === accountId) &&
    (!userHandle || userHandle === handle)
  );
}

/** Returns the key's new counter. Undefined if the signature, the origin or the host is wrong. */
async function verified(
  rp: RelyingParty,
  key: KnownKey,
  challenge: string,
  { id, rawId, type, response }: z.output<typeof answerShape>,
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
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
      // The counter is compared when it is written, so that one of two concurrent responses is
      // refused.
      credential: { id, publicKey: Uint8Array.from(key.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return isRight ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws an error for a wrong response.
    return undefined;
  }
}
