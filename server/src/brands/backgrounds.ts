/**
 * Background pictures of the sign-in page, which admins upload. At most one is shown. Source:
 * S-SETTINGS-01, S-SETTINGS-21.
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type Background,
  type chooseBackground as chooseDeclaration,
  type deleteBackground as deleteDeclaration,
  MAX_BACKGROUNDS,
} from '@ramal/contract/backgrounds';
import { backgroundFormats } from '@ramal/contract/rules/picture-formats';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { encodePicture } from '../foundation/files/encode-picture.ts';
import type { Call } from '../foundation/http/bind.ts';

const RULES = { kinds: backgroundFormats, longestSide: 2_560 } as const;

const backgroundUrl = (name: string): string => `/backgrounds/${name}`;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly isCurrent: boolean;
}

const onWire = ({ id, name, isCurrent }: Row): Background => ({
  id,
  image: backgroundUrl(name),
  current: isCurrent,
});

export async function listBackgrounds({ db }: AppContext): Promise<Background[]> {
  const rows = await db.many<Row>(
    sql`select id, name, is_current from backgrounds order by id desc`,
  );
  return rows.map(onWire);
}

export async function uploadBackground(
  { db, clock }: AppContext,
  caller: Caller,
  file: Readable,
): Promise<Background & { message: string }> {
  const picture = await encodePicture(await buffer(file), RULES);
  return db.tx(async (tx) => {
    await showNone(tx);
    const stored = await tx.first<{ count: number }>(sql`select count(*) from backgrounds`);
    if (stored!.count >= MAX_BACKGROUNDS)
      refuse('backgrounds_too_many', { values: { most: MAX_BACKGROUNDS } });
    const name = randomBytes(18).toString('base64url');
    const made = await tx.first<{ id: number }>(sql`
      insert into backgrounds (name, width, height, bytes, is_current, uploaded_by, created_at)
      values (${name}, ${picture.width}, ${picture.height}, ${picture.bytes}, true, ${caller.actor.id}, ${clock.now()})
      returning id`);
    const { id } = made!;
    await recordEvent(tx, caller.requestMeta, {
      kind: 'background-uploaded',
      actorId: caller.actor.id,
      after: { background: id },
    });
    return {
      ...onWire({ id, name, isCurrent: true }),
      message: 'Upload realizado com sucesso',
    };
  });
}

export const chooseBackground = (
  { db }: AppContext,
  { actor, requestMeta, params }: Call<typeof chooseDeclaration>,
): Promise<HandlerResult<typeof chooseDeclaration>> =>
  db.tx(async (tx) => {
    await showNone(tx);
    const chosen = await tx.first<Row>(sql`
      update backgrounds set is_current = true where id = ${params.id}
      returning id, name, is_current`);
    if (!chosen) return refuse('background_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'background-chosen',
      actorId: actor.id,
      after: { background: chosen.id },
    });
    return { ...onWire(chosen), message: 'Plano de fundo trocado com sucesso!' };
  });

export const deleteBackground = (
  { db }: AppContext,
  { actor, requestMeta, params }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> =>
  db.tx(async (tx) => {
    const deleted = await tx.run(sql`delete from backgrounds where id = ${params.id}`);
    if (deleted === 0) refuse('background_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'background-deleted',
      actorId: actor.id,
      before: { background: params.id },
    });
    return { message: 'Plano de fundo removido com sucesso!' };
  });

/**
 * Removes the selection of the current background. Takes a lock, so that two concurrent changes
 * cannot both select one.
 */
async function showNone(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('backgrounds'))`);
  await tx.run(sql`update backgrounds set is_current = false where is_current`);
}

/** Returns the URL of the selected background. Returns an empty text if none is selected. */
export async function readCurrentBackground(reader: Reader): Promise<string> {
  const row = await reader.first<{ name: string }>(
    sql`select name from backgrounds where is_current`,
    'prepared',
  );
  return row ? backgroundUrl(row.name) : '';
}

export async function readBackground(reader: Reader, name: string): Promise<Buffer | undefined> {
  const row = await reader.first<{ bytes: Buffer }>(
    sql`select bytes from backgrounds where name = ${name}`,
    'prepared',
  );
  return row?.bytes;
}
