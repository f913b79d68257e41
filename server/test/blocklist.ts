/**
 * Exempts all addresses from the blocklist. Otherwise an address that guesses passwords would be
 * blocked before a test reaches other limits.
 */
import { person } from './accounts.ts';
import type { TestContext } from './context.ts';

export async function exemptEverybody(ctx: TestContext): Promise<void> {
  const { id } = await person(ctx, { profile: 'admin' });
  await ctx.owner.query(
    `insert into exempt_networks (network, reason, created_by, created_at)
     values ('0.0.0.0/0', 'Teste', $1, now()), ('::/0', 'Teste', $1, now())`,
    [id],
  );
}
