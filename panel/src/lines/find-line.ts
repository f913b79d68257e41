import { call } from '../foundation/api/api.ts';
import type { Line } from './line.ts';
import type { LinePlatform } from './platforms/platform.ts';

/**
 * Finds a line in the account's own tree, in the format of its list. Returns undefined if it no
 * longer exists.
 */
export async function findLine(
  platform: LinePlatform,
  id: number,
  username: string,
): Promise<Line | undefined> {
  const { declaration, send, read } = platform.list;
  const query = {
    whose: 'tree',
    page: 1,
    perPage: 50,
    search: username,
    status: undefined,
    expiring: undefined,
    deleted: false,
    sort: 'username',
    direction: 'asc',
  } as const;
  return read(await call(declaration, send(query))).rows.find((line) => line.id === id);
}
