/**
 * Saves a receipt as a picture. A phone keeps pictures and sends them in every conversation, also
 * where its browser cannot print.
 */
import type { Fact } from '../../ui/Facts.tsx';

export interface ReceiptPicture {
  readonly brand: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Name of the file without its ending. */
  readonly fileName: string;
}

/** Sizes of the picture, in pixels before `SCALE`. */
const SCALE = 2;
const WIDTH = 390;
const MARGIN = 24;
const HEAD = 112;
const ROW = 40;

/** Colours of the picture. It is light in both schemes, so that a print needs little ink. */
const PAPER = '#fff';
const INK = '#16171d';
const QUIET_INK = '#50535f';
const LINE = '#e3e4ea';

/** Shares the picture on a phone that can share files. Otherwise the browser downloads it. */
export async function saveReceipt(receipt: ReceiptPicture): Promise<void> {
  const picture = await toPicture(drawReceipt(receipt));
  const file = new File([picture], `${receipt.fileName}.png`, { type: picture.type });
  const isPhone = window.matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      // The customer closed the dialog of the phone.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function drawReceipt({ brand, title, facts }: ReceiptPicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const height = HEAD + facts.length * ROW + MARGIN;
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext('2d')!;
  const { fontFamily } = getComputedStyle(document.documentElement);
  const write = (text: string, x: number, y: number, look: { size: number; weight: number }) => {
    pen.font = `${look.weight} ${look.size}px ${fontFamily}`;
    // Long text becomes narrower, so that nothing is cut.
    pen.fillText(text, x, y, pen.textAlign === 'right' ? WIDTH / 2 : WIDTH - 2 * MARGIN);
  };
  pen.scale(SCALE, SCALE);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = QUIET_INK;
  write(brand, MARGIN, 44, { size: 15, weight: 400 });
  pen.fillStyle = INK;
  write(title, MARGIN, 80, { size: 24, weight: 600 });
  facts.forEach(([name, value], index) => {
    const top = HEAD + index * ROW;
    pen.fillStyle = LINE;
    pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 1);
    pen.fillStyle = QUIET_INK;
    write(name, MARGIN, top + 26, { size: 15, weight: 400 });
    pen.fillStyle = INK;
    pen.textAlign = 'right';
    write(value, WIDTH - MARGIN, top + 26, { size: 15, weight: 600 });
    pen.textAlign = 'left';
  });
  return canvas;
}

const toPicture = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((picture) =>
      picture ? resolve(picture) : reject(new Error('the browser made no picture')),
    );
  });
