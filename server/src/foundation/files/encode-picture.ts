/**
 * Decodes uploaded pictures and encodes them again, so that only their pixels are stored. Hidden
 * data and the location of a photo are removed. The content of a file, and not its name, decides if
 * it is accepted.
 */
import { refuse } from '@ramal/contract/api/errors';
import { formatNames, type PictureFormat } from '@ramal/contract/rules/picture-formats';
import { createBoundedQueue } from '../limits/bounded-queue.ts';

export const PICTURE_TYPE = 'image/webp';
const MAX_PIXELS = 40_000_000;
const SLOWEST_SECONDS = 5;

/** Loads the library with the first picture, because an idle panel uses less memory without it. */
export async function pictureLibrary() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

// Queue for encoding. Encoding occupies a core, so the pictures of many users wait.
const encoding = createBoundedQueue({ running: 1, waiting: 20 });

interface EncodedPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

interface PictureRules {
  readonly kinds: readonly PictureFormat[];
  /** Maximum length of the longest side in pixels. A larger picture is scaled down. */
  readonly longestSide: number;
}

export const encodePicture = (uploaded: Buffer, rules: PictureRules): Promise<EncodedPicture> =>
  encoding(async () => {
    const unreadable = { values: { formats: formatNames(rules.kinds) } };
    const sharp = await pictureLibrary();
    try {
      const image = sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({
        seconds: SLOWEST_SECONDS,
      });
      const { format } = await image.metadata();
      if (!rules.kinds.some((kind) => kind === format)) refuse('picture_unreadable', unreadable);
      const { data, info } = await image
        .autoOrient()
        .resize(rules.longestSide, rules.longestSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      return refuse('picture_unreadable', unreadable);
    }
  });
