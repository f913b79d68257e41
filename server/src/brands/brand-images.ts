/**
 * Reads the images in RAMAL_DATA/brands. Determines the type of an image by its content, not by its
 * name.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const MAX_BYTES = 8 * 1024 * 1024;

export interface BrandImage {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Part of the content's hash. */
  readonly version: string;
  /** Time of the last change in milliseconds since the Unix epoch. */
  readonly changedAt: number;
}

/** Returns the image of this name. If it cannot be read, logs the reason and returns undefined. */
export async function readImage(
  folder: string,
  name: string,
  say: (why: string) => void,
): Promise<BrandImage | undefined> {
  const filePath = path.join(folder, name);
  const stats = await stat(filePath).catch(() => undefined);
  const why = (text: string) => {
    say(`the file «${name}» in «brands» ${text}; the panel's own image is shown`);
    return undefined;
  };
  if (!stats?.isFile()) return why('is missing');
  if (stats.size > MAX_BYTES) return why('is larger than 8 MB');
  const bytes = await readFile(filePath);
  const type = imageType(bytes);
  if (!type) return why('is not a PNG, JPEG, WebP or SVG image');
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  return { name, type, bytes, version, changedAt: stats.mtimeMs };
}

/** Reads the type from the first bytes. */
function imageType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return isSvg(bytes.toString('utf8', 0, 2048)) ? 'image/svg+xml' : undefined;
}

/**
 * True if the text is an SVG. Skips the byte order mark, the XML declaration and comments one after
 * the other, so that the check takes linear time.
 */
function isSvg(text: string): boolean {
  let rest = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .replace(/^<\?xml[^>]*>/, '')
    .trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<svg[\s>]/.test(rest);
}
