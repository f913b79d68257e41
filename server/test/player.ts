/**
 * A player on its own port, which real clients can use. Its lines are inserted directly into the
 * database.
 */
import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { AppContext } from '../src/foundation/app-context.ts';
import { makeServer } from '../src/foundation/http/server.ts';
import { newShortCode, registerPlayer } from '../src/player/player.ts';
import type { CheckIntervals } from '../src/player/viewings/viewing-rights.ts';
import type { TestContext } from './context.ts';

export interface OpenPlayer {
  readonly url: string;
  close(): Promise<void>;
}

export async function openPlayer(ctx: AppContext, pace?: CheckIntervals): Promise<OpenPlayer> {
  const server = await makeServer(ctx);
  await registerPlayer(server, ctx, pace);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export interface SeededLine {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly shortCode: string;
}

const DEFAULTS = {
  platform: 'iptv',
  is_trial: false,
  is_on: true,
  expires_at: '2026-12-21T15:00:00Z',
  created_at: '2026-11-01T15:00:00Z',
  package_id: 1 as number | null,
  bouquet_ids: [] as number[],
  blocked_for_abuse_at: null as string | null,
  deleted_at: null as string | null,
};

export async function seedLine(
  ctx: TestContext,
  input: Partial<typeof DEFAULTS> & { username?: string; password?: string } = {},
): Promise<SeededLine> {
  const row = {
    ...DEFAULTS,
    username: String(randomInt(1e9, 1e10)),
    password: String(randomInt(1e9, 1e10)),
    short_code: newShortCode(),
    owner_id: await ownerId(ctx),
    ...input,
  };
  const columns = Object.keys(row);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into lines (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  );
  const { username, password, short_code: shortCode } = row;
  return { id: Number(rows[0]?.id), username, password, shortCode };
}

async function ownerId(ctx: TestContext): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into accounts (id, username, password_hash, profile, ancestors)
     values (900, 'dono', '-', 'reseller', '{900}')
     on conflict (id) do update set username = excluded.username returning id`,
  );
  return Number(rows[0]?.id);
}

export const changeLine = (ctx: TestContext, id: number, set: string) =>
  ctx.owner.query(`update lines set ${set} where id = $1`, [id]);
