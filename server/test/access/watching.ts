/** Who is watching now. */
import { randomUUID } from 'node:crypto';
import type { TestHouse } from '../house.ts';
import { line } from '../people.ts';
import { type About, type People, type Row, ownTree } from './rows.ts';

const aWatchedLine = async (house: TestHouse, { owner }: People) => {
  const { id, username } = await line(house, owner);
  const viewing = randomUUID();
  await house.owner.query(
    `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at)
     values ($1, $2, 1, 'Canal', 'HLS', $3, $3)`,
    [viewing, id, house.clock.now()],
  );
  return { viewing, username };
};

const aViewing: About = async (house, people) => (await aWatchedLine(house, people)).viewing;
const aName: About = async (house, people) => (await aWatchedLine(house, people)).username;

export const watching: Record<string, Row> = {
  'get-moment-abuse': {
    outcomes: ownTree,
    about: aName,
    sent: (username) => ({ body: { username: String(username).slice(0, 20) } }),
  },
  'end-viewing': { outcomes: ownTree, about: aViewing, sent: (id) => ({ params: { id } }) },
};
