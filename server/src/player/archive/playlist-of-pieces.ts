/** Creates an HLS playlist of minutes for a transport stream of the archive. */
import { type ArchiveMoment, archiveAddresses } from '../../catalogue/catalogue.ts';
import type { FetchedPlaylist } from '../upstream/open-source.ts';
import type { OpenedFile } from './open-archive.ts';

/** Length of a piece. Some sources accept only whole minutes. */
const PIECE_S = 60;

/**
 * Creates an HLS playlist of one-minute pieces. The player requests each piece separately, in the
 * address form that the source has just answered.
 */
export function playlistOfPieces(
  { source, address }: Pick<OpenedFile, 'source' | 'address'>,
  { start, end, now }: ArchiveMoment,
): FetchedPlaylist {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${PIECE_S}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ];
  for (let at = start; at < Math.min(end, now); at += PIECE_S) {
    const piece = { start: at, end: Math.min(at + PIECE_S, now), now };
    const same = archiveAddresses(source, piece).find(
      ({ form, container }) => form === address.form && container === address.container,
    );
    // `same` is undefined for a template. A template has one address, and its first response
    // decided the container.
    const { url } = same ?? archiveAddresses(source, piece)[0]!;
    if (at > start) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXTINF:${piece.end - at},`, url);
  }
  return { text: [...lines, '#EXT-X-ENDLIST', ''].join('\n'), url: source.address };
}
