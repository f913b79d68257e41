/**
 * Formats of uploaded pictures. The check of the server, the texts and the file dialogs are derived
 * from this list.
 */

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const names: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'JPG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
};

export const backgroundFormats = ['jpeg', 'png'] as const;
export const brandPictureFormats = ['png', 'jpeg', 'webp'] as const;
export const ticketPictureFormats = ['png', 'jpeg', 'webp', 'gif'] as const;

/** Returns the names of the formats for a sentence: `JPG, PNG ou WebP`. */
export function formatNames(formats: readonly PictureFormat[]): string {
  const listed = formats.map((format) => names[format]);
  return `${listed.slice(0, -1).join(', ')} ou ${listed.at(-1)}`;
}

/** Returns the value of `accept` for a file field. */
export const acceptedTypes = (formats: readonly PictureFormat[]): string =>
  formats.map((format) => `image/${format}`).join(',');
