/** Seeds a backup and the sign-in backgrounds of the demo. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { uploadBackground } from '@ramal/contract/backgrounds';
import { proveBackupKey, saveBackupKey } from '@ramal/contract/operations/backups';
import sql from 'sql-template-tag';
import { backupRoutes, makeBackup } from '../backups/backups.ts';
import { brandRoutes } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { pictureLibrary } from '../foundation/files/encode-picture.ts';
import { performCall } from './perform-call.ts';

const pictures = path.join(import.meta.dirname, 'brand-files');

/**
 * Seeds two backgrounds. Selects none of them, so the demo's sign-in page shows the default
 * picture.
 */
export async function seedBackgrounds(ctx: AppContext, admin: Caller): Promise<void> {
  const sharp = await pictureLibrary();
  const routes = brandRoutes(ctx);
  for (const name of ['aurora', 'mare']) {
    const drawing = await readFile(path.join(pictures, `${name}-background.svg`));
    const picture = await sharp(drawing).resize(960).png().toBuffer();
    await performCall(routes, uploadBackground, admin, { file: Readable.from([picture]) });
  }
  await ctx.db.tx((tx) => tx.run(sql`update backgrounds set is_current = false`));
}

/**
 * Seeds a backup that is encrypted to a new public key. Discards the private key, because this
 * machine must not store it. Restore drills use the key of the machine.
 */
export async function seedBackup(ctx: AppContext, admin: Caller): Promise<void> {
  const { armor, Decrypter, generateX25519Identity, identityToRecipient } =
    await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const routes = backupRoutes(ctx);
  const { challenge } = await performCall(routes, saveBackupKey, admin, { body: { recipient } });
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const word = await decrypter.decrypt(armor.decode(challenge), 'text');
  await performCall(routes, proveBackupKey, admin, { body: { word } });
  await makeBackup(ctx);
}
