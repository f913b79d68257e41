/**
 * Seeds addresses and hosts of the demo that are blocked, exempt, or shared by several accounts.
 */
import { createExemptNetwork } from '@ramal/contract/operations/blocklist';
import { saveExemptionHost } from '@ramal/contract/lines/list-migrators';
import sql from 'sql-template-tag';
import { blocklistRoutes } from '../blocklist/blocklist.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { addDays, localDay } from '../foundation/clock.ts';
import { lineRoutes } from '../lines/lines.ts';
import { hoursBefore } from './moments.ts';
import { performCall } from './perform-call.ts';

interface DemoBlock {
  readonly ip: string;
  readonly reason: 'pairs' | 'one-password' | 'panel';
  readonly attempts: number;
  readonly blocks: number;
  /** Hours until the block ends. Negative if it has already ended. */
  readonly hoursLeft: number;
  /** True if honest customers sign in from the same address. */
  readonly isShared: boolean;
}

const blocks: readonly DemoBlock[] = [
  {
    ip: '198.51.100.201',
    reason: 'pairs',
    attempts: 431,
    blocks: 4,
    hoursLeft: 20,
    isShared: false,
  },
  {
    ip: '198.51.100.202',
    reason: 'one-password',
    attempts: 64,
    blocks: 2,
    hoursLeft: 3,
    isShared: true,
  },
  { ip: '203.0.113.77', reason: 'panel', attempts: 12, blocks: 1, hoursLeft: -1, isShared: false },
];

export async function seedProtection(
  ctx: AppContext,
  people: ReadonlyMap<string, Caller>,
): Promise<void> {
  const admin = people.get('admin')!;
  for (const block of blocks) await insertBlock(ctx, block);
  await seedExemptions(ctx, admin);
  await seedDuplicates(ctx, [people.get('loja-centro')!, people.get('loja-bairro')!]);
  await seedSuppressions(ctx);
}

async function insertBlock(ctx: AppContext, block: DemoBlock): Promise<void> {
  const { ip, reason, attempts, blocks: count, hoursLeft, isShared } = block;
  const [at, until] = [hoursBefore(ctx, 4), hoursBefore(ctx, -hoursLeft)];
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      insert into blocked_addresses (network, attempts, score, scored_at, window_started_at, window_pairs, blocks,
        blocked_at, blocked_until, is_shared, reason, reason_pairs)
      values (${ip}::cidr, ${attempts}, 0, ${at}, ${at}, 20, ${count}, ${at}, ${until}, ${isShared}, ${reason}, 20)`);
    await tx.run(sql`
      insert into refused_players (at, address, username, password_masked, host)
      select ${at}::timestamptz + make_interval(secs => n), ${ip}::inet, 'cliente' || n, '••••', 'tv.exemplo.com.br'
      from generate_series(1, 5) as n`);
  });
}

async function seedExemptions(ctx: AppContext, admin: Caller): Promise<void> {
  const { clock } = ctx;
  const today = localDay(clock.now(), clock.timeZone);
  const networks = blocklistRoutes(ctx);
  await performCall(networks, createExemptNetwork, admin, {
    body: { network: '198.51.100.0/28', reason: 'Escritório da franquia' },
  });
  await performCall(networks, createExemptNetwork, admin, {
    body: { network: '203.0.113.128/25', reason: 'Hotel parceiro', ends: addDays(today, 30) },
  });
  const lines = lineRoutes(ctx);
  await performCall(lines, saveExemptionHost, admin, {
    body: { url: 'painel-antigo.exemplo.com.br', limitDays: 30, customersLimit: 200 },
  });
  await performCall(lines, saveExemptionHost, admin, {
    body: { url: 'outro-painel.exemplo.com.br', limitDays: 7, endsOn: today },
  });
}

/** Seeds sign-ins of two accounts from the same address today. Both sessions have ended. */
const seedDuplicates = (ctx: AppContext, callers: readonly Caller[]): Promise<unknown> =>
  ctx.db.tx((tx) => {
    const now = ctx.clock.now();
    return tx.run(sql`
      insert into sign_ins (id, account_id, reg_password_hash, address, user_agent, created_at, expires_at,
        ended_at, ended_because, last_used_at)
      select gen_random_uuid(), id, ''::bytea, '198.51.100.9'::inet, 'demo', ${now}, ${now}, ${now}, 'ended', ${now}
      from unnest(${callers.map(({ actor }) => actor.id)}::bigint[]) as id`);
  });

const seedSuppressions = (ctx: AppContext): Promise<unknown> =>
  ctx.db.tx((tx) =>
    tx.run(sql`
      insert into email_suppressions (address, reason, answer, created_at, until)
      values ('antigo@exemplo.com.br', 'dead', '550 5.1.1 User unknown', ${hoursBefore(ctx, 60)}, null),
        ('cheia@exemplo.com.br', 'full', '452 4.2.2 Mailbox full', ${hoursBefore(ctx, 20)}, ${hoursBefore(ctx, -700)})`),
  );
