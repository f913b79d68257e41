/**
 * Changes one line on its server to the desired state. It reads the present state first. So it can
 * be repeated after any outcome, a lost answer included, without applying a change twice.
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
  /** The user name that was last sent. The answer may have been lost. */
  readonly sentAs: string | null;
}

/** Stores the user name that is about to be sent. */
export type KeepName = (username: string) => Promise<unknown>;

/** Removes the line if `desired` is undefined. Returns the line's new state on the server. */
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
    // After a restore of the server the id may belong to another customer's line.
    if (line && (isMarkedAsOurs(line, lineId) || isOursByName(line, names))) return line;
  }
  for (const name of names) {
    const line = await platform.findByName(name);
    // Together with the user name an old mark is enough.
    if (line?.lineId === lineId) return line;
  }
  return undefined;
}

const isMarkedAsOurs = ({ mark, lineId }: RemoteLine, id: number): boolean =>
  mark === 'ours' && lineId === id;

/**
 * Checks a line with the stored remote id by its name. An imported line has no mark yet, and after
 * a restore of the panel it may carry the mark of another line. A line of another installation is
 * never ours.
 */
const isOursByName = ({ mark, username }: RemoteLine, names: ReadonlySet<string>): boolean =>
  mark !== 'foreign' && names.has(username);

async function createThere(platform: LinePlatform, desired: DesiredLine): Promise<RemoteLine> {
  let refusal: LineRefused | undefined;
  try {
    await platform.create(desired);
  } catch (error) {
    // The name may be taken by this line itself, if an earlier attempt arrived late.
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

/** Compares all fields but `isTrial`, because some servers cannot change it. */
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
