/** Draws QR codes as PNG, because the browser of a box has no inline SVG. */
import { encode } from 'uqr';
import { createBoundedQueue } from '../../foundation/limits/bounded-queue.ts';
import { pictureLibrary } from '../../foundation/files/encode-picture.ts';

export const MAX_QR_TEXT_LENGTH = 300;
const PIXELS = 495;
const QUIET_ZONE = 4;

const drawing = createBoundedQueue({ running: 1, waiting: 50 });

/** Returns a PNG of 495 pixels, as large as the page shows it at 1920×1080. */
export const drawQr = (text: string): Promise<Buffer> =>
  drawing(async () => {
    const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
    const sharp = await pictureLibrary();
    return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
      .resize(PIXELS, PIXELS, { kernel: 'nearest' })
      .png({ compressionLevel: 9 })
      .toBuffer();
  });
