/**
 * Stores pictures of brands and of sales pages that accounts upload on the screen. The server encodes
 * them again and serves them without a sign-in, under names that cannot be guessed.
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  BrandPictureKind,
  uploadBrandPicture as uploadDeclaration,
} from '@ramal/contract/brands/brand-settings';
import { brandPictureFormats } from '@ramal/contract/rules/picture-formats';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import { encodePicture, PICTURE_TYPE } from '../foundation/files/encode-picture.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { BrandImage } from './brand-images.ts';

/**
 * Maximum length of the longest side in pixels. The favicon or logo must be large enough for the
 * largest app icon.
 */
const longestSides: Record<BrandPictureKind, number> = {
  logo: 512,
  favicon: 512,
  background: 2_560,
};
const MAX_UNUSED = 30;

/** SQL condition on `brand_pictures p`: no brand and no sales page uses the picture. */
export const isUnusedBrandPicture = sql`
  not exists (select from brands b where b.logo = p.name)
  and not exists (select from brands b where b.favicon = p.name)
  and not exists (select from brands b where b.background = p.name)
  and not exists (select from storefronts s where s.logo = p.name)`;

export async function uploadBrandPicture(
  { db, clock }: AppContext,
  { actor, params, file }: Call<typeof uploadDeclaration>,
): Promise<HandlerResult<typeof uploadDeclaration>> {
  const { bytes, width, height } = await encodePicture(await buffer(file), {
    kinds: brandPictureFormats,
    longestSide: longestSides[params.kind],
  });
  const name = randomBytes(18).toString('base64url');
  const insertedRows = await db.tx((tx) =>
    tx.run(sql`
      insert into brand_pictures (name, width, height, bytes, uploaded_by, created_at)
      select ${name}, ${width}, ${height}, ${bytes}, ${actor.id}, ${clock.now()}
      where (select count(*) from brand_pictures p
        where p.uploaded_by = ${actor.id} and ${isUnusedBrandPicture}) < ${MAX_UNUSED}`),
  );
  if (insertedRows === 0) refuse('brand_pictures_too_many');
  return { name, width, height, bytes: bytes.length };
}

export async function readBrandPicture(
  reader: Reader,
  name: string,
): Promise<BrandImage | undefined> {
  if (!/^[\w-]{24}$/.test(name)) return undefined;
  const row = await reader.first<{ bytes: Buffer }>(
    sql`select bytes from brand_pictures where name = ${name}`,
    'prepared',
  );
  return row && { name, type: PICTURE_TYPE, bytes: row.bytes, version: name, changedAt: 0 };
}
