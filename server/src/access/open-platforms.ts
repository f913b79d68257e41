/**
 * Platforms whose lines an account may read and change. Calls for one platform check its grants
 * themselves. Calls for lines of any platform return only lines of these platforms. Other lines do
 * not exist for the account.
 */
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql, empty } from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';

export const openPlatforms = ({ grants }: Pick<Actor, 'grants'>): readonly PlatformKey[] =>
  platformKeys.filter((key) => platforms[key].grants.every((grant) => grants.has(grant)));

/**
 * SQL that limits a query to open platforms. The text begins with `and`, so it must follow another
 * condition.
 */
export function andOnOpenPlatform(actor: Pick<Actor, 'grants'>, column: Sql): Sql {
  const open = openPlatforms(actor);
  return open.length === platformKeys.length ? empty : sql`and ${column} = any(${open}::text[])`;
}
