import { signOut } from '@ramal/contract/sessions';
import { call } from '../foundation/api/api.ts';
import { clearDrafts } from '../foundation/drafts.ts';
import { clearStoredLists } from '../foundation/stored-lists.ts';
import { clearFirstCalls } from '../foundation/api/first-calls.ts';
import { clearStoredAnswers } from '../foundation/api/stored-answers.ts';
import { endPush } from '../foundation/push.ts';
import { endSession } from '../foundation/api/session.ts';

/**
 * Signs the user out. The session in this browser ends at once, even if the server cannot be
 * reached (Q-LOGOUT). Settings of the device remain, such as the colour scheme.
 */
export async function signOutHere(): Promise<void> {
  const sent = call(signOut, {});
  clearDrafts();
  clearStoredLists();
  clearFirstCalls();
  void clearStoredAnswers();
  void endPush();
  endSession('left');
  await sent.catch(() => undefined);
}
