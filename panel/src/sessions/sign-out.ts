import { signOut } from '@ramal/contract/sessions';
import { call } from '../foundation/api/api.ts';
import { clearDrafts } from '../foundation/drafts.ts';
import { clearStoredLists } from '../foundation/stored-lists.ts';
import { endSession } from '../foundation/api/session.ts';

/**
 * Leaves on purpose: at once on this side, whether or not the server can be told (Q-LOGOUT). Nothing
 * but the dark flag stays behind.
 */
export async function leave(): Promise<void> {
  const told = call(signOut, {});
  clearDrafts();
  clearStoredLists();
  endSession('left');
  await told.catch(() => undefined);
}
