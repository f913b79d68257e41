/**
 * Built-in human check: a proof of work that the browser calculates automatically. It takes about a
 * second on a phone. Without the browser's crypto (plain http) a JavaScript implementation is used,
 * which takes longer but remains acceptable.
 */
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { HumanCheck, HumanCheckOffer } from './human-check-port.ts';

/**
 * `COST` is the number of rounds of one derivation. `MAX_COUNTER` is the largest number of
 * derivations; the solution is a random number below it.
 */
const COST = 2000;
const MAX_COUNTER = 300;
/** Five times the work of a usual challenge: about five seconds on a phone. */
const MAX_HARD_COUNTER = 5 * MAX_COUNTER;
const GOOD_FOR_SECONDS = 600;

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string().max(100), expiresAt: z.int() }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

export const createAltcha = (ctx: AppContext): HumanCheck =>
  createChallenges(ctx, 'altcha', MAX_COUNTER);

/**
 * Proof of work instead of a refusal, when unknown networks have used up the attempts of a user
 * name (Q-LOGINPRESSURE). It has separate signing keys, so that a solution of the usual check is
 * not accepted.
 */
export interface HardProof {
  offer(): Promise<HumanCheckOffer>;
  /** Returns false for a missing, wrong, expired or used solution. */
  verify(solution: string | undefined): Promise<boolean>;
}

export function createHardProof(ctx: AppContext): HardProof {
  const challenges = createChallenges(ctx, 'altcha-hard', MAX_HARD_COUNTER);
  return {
    offer: challenges.offer,
    verify: async (solution) => solution !== undefined && challenges.verify(solution),
  };
}

function createChallenges(ctx: AppContext, use: string, largestCounter: number) {
  const hmacSignatureSecret = ctx.secrets.key(use).toString('hex');
  const hmacKeySignatureSecret = ctx.secrets.key(`${use}-answer`).toString('hex');
  const seconds = (): number => Math.floor(ctx.clock.now().getTime() / 1000);

  async function offer() {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(largestCounter),
      expiresAt: seconds() + GOOD_FOR_SECONDS,
      deriveKey,
      hmacSignatureSecret,
      hmacKeySignatureSecret,
    });
    return { provider: 'altcha' as const, challenge: { ...challenge } };
  }

  async function verify(solution: string): Promise<boolean> {
    const { success, data } = payload.safeParse(decoded(solution));
    if (!success || data.challenge.parameters.expiresAt <= seconds()) return false;
    const { challenge, solution: solutionFound } = data as unknown as Payload;
    const { verified } = await verifySolution({
      challenge,
      solution: solutionFound,
      deriveKey,
      hmacSignatureSecret,
      hmacKeySignatureSecret,
    });
    return (
      verified &&
      consumeSolution(ctx, challenge.parameters.nonce, data.challenge.parameters.expiresAt)
    );
  }

  return { offer, verify };
}

function decoded(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Consumes a solution. The unique insert lets only one of two uses succeed. Also deletes expired
 * entries.
 */
async function consumeSolution(
  { db, clock }: AppContext,
  nonce: string,
  expiresAt: number,
): Promise<boolean> {
  const inserted = await db.first(sql`
    with past as (delete from used_proofs where expires_at < ${clock.now()})
    insert into used_proofs (id, expires_at) values (${`altcha:${nonce}`}, to_timestamp(${expiresAt}))
    on conflict do nothing returning id`);
  return inserted !== undefined;
}
