/**
 * The platforms whose lines an account may read and act on. Calls of one platform demand its grants
 * themselves; calls about any line take these lines alone, the others do not exist for it.
 */
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';

export const openPlatforms = ({ grants }: Pick<Actor, 'grants'>): readonly PlatformKey[] =>
  platformKeys.filter((key) => platforms[key].grants.every((grant) => grants.has(grant)));

/** Follows another condition. */
export function andOnOpenPlatform(actor: Pick<Actor, 'grants'>, column: Sql): Sql {
  const open = openPlatforms(actor);
  return open.length === platformKeys.length ? empty : sql`and ${column} = any(${open}::text[])`;
}
