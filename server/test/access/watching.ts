import { randomUUID } from 'node:crypto';
import type { TestContext } from '../context.ts';
import { line } from '../accounts.ts';
import { type About, type People, type Row, ownTree } from './rows.ts';

const aWatchedLine = async (ctx: TestContext, { owner }: People) => {
  const { id, username } = await line(ctx, owner);
  const viewing = randomUUID();
  await ctx.owner.query(
    `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at)
     values ($1, $2, 1, 'Canal', 'HLS', $3, $3)`,
    [viewing, id, ctx.clock.now()],
  );
  return { viewing, username };
};

const aViewing: About = async (ctx, people) => (await aWatchedLine(ctx, people)).viewing;
const aName: About = async (ctx, people) => (await aWatchedLine(ctx, people)).username;

export const watching: Record<string, Row> = {
  'get-moment-abuse': {
    outcomes: ownTree,
    about: aName,
    sent: (username) => ({ body: { username: String(username).slice(0, 20) } }),
  },
  'list-refused-plays': {
    outcomes: ownTree,
    about: aName,
    sent: (username) => ({ body: { username: String(username).slice(0, 20) } }),
  },
  'end-viewing': {
    outcomes: ownTree,
    about: aViewing,
    sent: (id) => ({ params: { id } }),
  },
};
