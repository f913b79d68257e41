/**
 * Extracts the name and the year of a title from the name that a provider wrote. A search in a film
 * database uses them.
 */

interface SearchedName {
  readonly name: string;
  readonly year: number | undefined;
}

/** Additions of providers that are not part of the name: quality, language, subtitles. */
const additions =
  /\b(?:4k|8k|uhd|fhd|hd|sd|1080p|720p|hdr|h265|hevc|cam|dublado|dual(?: áudio| audio)?|legendado|leg|dub|nacional|extended|3d)\b/giu;

/**
 * Extracts name and year, for example Metrópolis and 1927 from `Metrópolis (1927) [4K] -
 * Legendado`.
 */
export function searchedName(written: string): SearchedName {
  const year = Number(/[([]((?:18[89]|19\d|20\d)\d)[)\]]/.exec(written)?.[1]) || undefined;
  const name = written
    .replace(/[([][^)\]]{0,40}[)\]]/g, ' ')
    .replace(/^\s*[A-Z]{2}\s*[|:]\s*/, ' ')
    .replace(additions, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s|:-]+|[\s|:-]+$/g, '');
  return { name: name || written.trim(), year };
}
