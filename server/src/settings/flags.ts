/**
 * The functions that an admin enables or disables for all accounts (C-SETTINGS). Disabling «login»
 * ends no session, but sessions are refused while it is disabled.
 */
import { type Flag, flags } from '@ramal/contract/api/access';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

type FlagStates = Record<Flag, boolean>;

export async function readFlags(reader: Reader): Promise<FlagStates> {
  const rows = await reader.many<{ name: Flag }>(
    sql`select name from flags where is_on`,
    'prepared',
  );
  const on = new Set(rows.map((row) => row.name));
  return Object.fromEntries(flags.map((flag) => [flag, on.has(flag)])) as FlagStates;
}

export async function toggleFlag(
  ctx: AppContext,
  caller: Caller,
  flag: Flag,
): Promise<FlagStates & { message: string }> {
  return ctx.db.tx(async (tx) => {
    const row = await tx.first<{ isOn: boolean }>(
      sql`update flags set is_on = not is_on where name = ${flag} returning is_on`,
    );
    if (!row) return refuse('not_found');
    await recordEvent(tx, caller.requestMeta, {
      kind: 'function-switched',
      actorId: caller.actor.id,
      before: { [flag]: !row.isOn },
      after: { [flag]: row.isOn },
    });
    return { ...(await readFlags(tx)), message: 'Função alterada com sucesso!' };
  });
}
