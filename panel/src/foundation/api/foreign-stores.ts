/**
 * At a sign-in, deletes the data that this browser stored for another account, even if the session
 * of that account expired. Keys that belong to the device stay. Keys with the id of the signed-in
 * account also stay, such as `ramal.lista.7.lines` for account 7.
 */
import { endPush, readPushOwner } from '../push.ts';
import { clearForeignAnswers } from './stored-answers.ts';

const PREFIX = 'ramal.';

const deviceKeys: ReadonlySet<string> = new Set([
  'ramal.id',
  'ramal.usuario',
  'ramal.token',
  'ramal.senha-de-registro',
  'ramal.tema',
  'ramal.atalhos',
  'ramal.menu-recolhido',
  // Stays, because each device mark is valid only for the account that received it.
  'ramal.marcas',
  'ramal.avisos',
  'ramal.web-player',
]);

export async function clearForeignStores(userId: number): Promise<void> {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isForeign(key, userId)) storage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  const owner = readPushOwner();
  if (owner !== undefined && owner !== userId) await endPush();
  await clearForeignAnswers(userId);
}

const isForeign = (key: string, userId: number): boolean =>
  key.startsWith(PREFIX) && !deviceKeys.has(key) && key.split('.')[2] !== String(userId);
