/**
 * Brings one line on its server to how it must be. It begins by looking at what is there, so that it may be
 * repeated after any outcome, a lost answer included: what already happened is found and not done again.
 */
import {
  type DesiredLine,
  LineRefused,
  type LinePlatform,
  type RemoteLine,
  ServerSilent,
} from '../port.ts';
import { sameNumbers } from '../xui/xui-platform.ts';

export interface LinePlace {
  readonly lineId: number;
  readonly remoteId: string | null;
  /** The name under which it was last sent; its answer may have been lost. */
  readonly sentAs: string | null;
}

/** Keeps the name that is about to be sent. */
export type KeepName = (username: string) => Promise<unknown>;

/** Undefined in `desired`: it must not be there. Answers the line as it is there now. */
export async function bringLine(
  platform: LinePlatform,
  place: LinePlace,
  desired: DesiredLine | undefined,
  keepName: KeepName,
): Promise<RemoteLine | undefined> {
  const found = await findThere(platform, place, desired?.username);
  if (!desired) {
    if (found) await removeThere(platform, found);
    return undefined;
  }
  if (!found) await keepName(desired.username);
  const there = found ?? (await createThere(platform, desired));
  if (isAs(there, desired) && there.isTrial === desired.isTrial) return there;
  await platform.update(there, desired);
  const now = await platform.read(there.id);
  if (!now || !isAs(now, desired))
    throw new ServerSilent('O servidor respondeu, mas a linha não ficou como deve ser.');
  return now;
}

async function findThere(
  platform: LinePlatform,
  { lineId, remoteId, sentAs }: LinePlace,
  username: string | undefined,
): Promise<RemoteLine | undefined> {
  const names = new Set([sentAs, username].filter((name) => name !== null && name !== undefined));
  if (remoteId !== null) {
    const line = await platform.read(remoteId);
    // After a restore of the server the number may be another customer's.
    if (line && (isMarkedAsOurs(line, lineId) || isOursByName(line, names))) return line;
  }
  for (const name of names) {
    const line = await platform.findByName(name);
    // Beside its name a mark of the old form is enough.
    if (line?.lineId === lineId) return line;
  }
  return undefined;
}

const isMarkedAsOurs = ({ mark, lineId }: RemoteLine, id: number): boolean =>
  mark === 'ours' && lineId === id;

/**
 * At the number where the line was: one that was brought from there has no mark yet, or that of a line of ours that a
 * restore of the panel took back. Another installation's customer it never is.
 */
const isOursByName = ({ mark, username }: RemoteLine, names: ReadonlySet<string>): boolean =>
  mark !== 'foreign' && names.has(username);

async function createThere(platform: LinePlatform, desired: DesiredLine): Promise<RemoteLine> {
  let refusal: LineRefused | undefined;
  try {
    await platform.create(desired);
  } catch (error) {
    // Its own name may be taken by itself: a try before this one arrived late.
    if (!(error instanceof LineRefused) || !error.isNameTaken) throw error;
    refusal = error;
  }
  const there = await platform.findByName(desired.username);
  if (there?.lineId === desired.lineId) return there;
  throw refusal ?? (there ? new LineRefused(NAME_TAKEN, true) : new ServerSilent());
}

const NAME_TAKEN = 'O servidor já tem uma linha com este usuário.';

async function removeThere(platform: LinePlatform, there: RemoteLine): Promise<void> {
  await platform.remove(there);
  if (await platform.read(there.id))
    throw new ServerSilent('O servidor respondeu, mas a linha continua lá.');
}

/** Of a test only that it is one may differ: some servers do not let it be changed. */
export const isAs = (there: RemoteLine, desired: DesiredLine): boolean =>
  there.username === desired.username &&
  there.password === desired.password &&
  secondsOf(there.expiresAt) === secondsOf(desired.expiresAt) &&
  there.isOn === desired.isOn &&
  there.isBlocked === desired.isBlocked &&
  there.maxConnections === desired.maxConnections &&
  isMarkedAsOurs(there, desired.lineId) &&
  (!desired.product ||
    (there.productId === desired.product.remoteId &&
      sameNumbers(there.bouquets, desired.product.bouquets)));

const secondsOf = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000);
