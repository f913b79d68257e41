/**
 * Changes one line on its server to the desired state. It first reads the current state. It can
 * therefore be repeated after any outcome, also a lost answer, and no change is applied twice.
 */
import { isProviderFailure, ProviderError } from '../../foundation/provider-error.ts';
import {
  type DesiredLine,
  type LinePlatform,
  createNameError,
  type RemoteLine,
  createUnavailableError,
} from '../port.ts';
import { sameNumbers } from '../xui/xui-platform.ts';

export interface LinePlacement {
  readonly lineId: number;
  readonly remoteId: string | null;
  /** User name in the last request that was sent. Its answer may have been lost. */
  readonly sentAs: string | null;
}

/** Stores the user name that is about to be sent. */
type StoreName = (username: string) => Promise<unknown>;

/** Removes the line if `desired` is undefined. Returns the line's new state on the server. */
export async function syncLine(
  platform: LinePlatform,
  placement: LinePlacement,
  desired: DesiredLine | undefined,
  storeName: StoreName,
): Promise<RemoteLine | undefined> {
  const existing = await findRemoteLine(platform, placement, desired?.username);
  if (!desired) {
    if (existing) await removeRemoteLine(platform, existing);
    return undefined;
  }
  if (!existing) await storeName(desired.username);
  const remote = existing ?? (await createRemoteLine(platform, desired));
  if (matchesDesired(remote, desired) && remote.isTrial === desired.isTrial) return remote;
  await platform.update(remote, desired);
  const updated = await platform.read(remote.id);
  if (!updated || !matchesDesired(updated, desired))
    throw createUnavailableError('O servidor respondeu, mas a linha não ficou como deve ser.');
  return updated;
}

async function findRemoteLine(
  platform: LinePlatform,
  { lineId, remoteId, sentAs }: LinePlacement,
  username: string | undefined,
): Promise<RemoteLine | undefined> {
  const names = new Set([sentAs, username].filter((name) => name !== null && name !== undefined));
  if (remoteId !== null) {
    const line = await platform.read(remoteId);
    // After a restore of the server, the remote id may belong to another customer's line.
    if (line && (isMarkedAsOurs(line, lineId) || isOursByName(line, names))) return line;
  }
  for (const name of names) {
    const line = await platform.findByName(name);
    // An old mark is sufficient if the user name matches too.
    if (line?.lineId === lineId) return line;
  }
  return undefined;
}

const isMarkedAsOurs = ({ mark, lineId }: RemoteLine, id: number): boolean =>
  mark === 'ours' && lineId === id;

/**
 * Returns true if a line with the stored remote id has one of our user names. The mark is not
 * sufficient: an imported line has no mark yet, and after a restore of the panel the mark may
 * contain another id. A line of another installation is never ours.
 */
const isOursByName = ({ mark, username }: RemoteLine, names: ReadonlySet<string>): boolean =>
  mark !== 'foreign' && names.has(username);

async function createRemoteLine(platform: LinePlatform, desired: DesiredLine): Promise<RemoteLine> {
  let refusal: ProviderError | undefined;
  try {
    await platform.create(desired);
  } catch (error) {
    // The name may belong to this line, if an earlier creation request arrived late.
    if (!isProviderFailure(error, 'conflict')) throw error;
    refusal = error;
  }
  const remote = await platform.findByName(desired.username);
  if (remote?.lineId === desired.lineId) return remote;
  throw refusal ?? (remote ? createNameError() : createUnavailableError());
}

async function removeRemoteLine(platform: LinePlatform, remote: RemoteLine): Promise<void> {
  await platform.remove(remote);
  if (await platform.read(remote.id))
    throw createUnavailableError('O servidor respondeu, mas a linha continua lá.');
}

/** Compares all fields but `isTrial`, because some servers cannot change it. */
const matchesDesired = (remote: RemoteLine, desired: DesiredLine): boolean =>
  remote.username === desired.username &&
  remote.password === desired.password &&
  secondsOf(remote.expiresAt) === secondsOf(desired.expiresAt) &&
  remote.isOn === desired.isOn &&
  remote.isBlocked === desired.isBlocked &&
  remote.maxConnections === desired.maxConnections &&
  isMarkedAsOurs(remote, desired.lineId) &&
  (!desired.product ||
    (remote.productId === desired.product.remoteId &&
      sameNumbers(remote.bouquets, desired.product.bouquets)));

const secondsOf = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000);
