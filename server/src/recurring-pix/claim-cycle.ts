/**
 * Reserves a cycle for one process. Without the claim, two processes could search at the same time,
 * find nothing, and both create a charge.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

/** Time for which a claim reserves a cycle. It is longer than the timeouts of the requests. */
const CLAIM_MS = 3 * MINUTE_MS;

/**
 * Runs the work under a claim and returns its result. Returns undefined without running it if
 * another process works on the cycle. The claim of a stopped process expires.
 */
export async function withClaimedCycle<T>(
  ctx: AppContext,
  id: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const until = await claim(ctx, id);
  if (!until) return undefined;
  try {
    return { result: await work() };
  } finally {
    await release(ctx, id, until);
  }
}

async function claim({ db, clock }: AppContext, id: number): Promise<Date | undefined> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await db.tx((tx) =>
    tx.run(sql`
      update pix_cycles set claimed_until = ${until}
      where id = ${id} and (claimed_until is null or claimed_until <= ${now})`),
  );
  return claimed > 0 ? until : undefined;
}

/**
 * Releases only the claim of this process. After the expiry of this claim, another process may have
 * claimed the cycle.
 */
const release = ({ db }: AppContext, id: number, until: Date): Promise<number> =>
  db.tx((tx) =>
    tx.run(
      sql`update pix_cycles set claimed_until = null where id = ${id} and claimed_until = ${until}`,
    ),
  );
