/** A title's name as providers write it, read for what a film database knows. */

interface SearchedName {
  readonly name: string;
  readonly year: number | undefined;
}

/** Additions of providers to a name: quality, language, subtitles, where it is shown. */
const additions =
  /\b(?:4k|8k|uhd|fhd|hd|sd|1080p|720p|hdr|h265|hevc|cam|dublado|dual(?: áudio| audio)?|legendado|leg|dub|nacional|extended|3d)\b/giu;

/** `Metrópolis (1927) [4K] - Legendado` -> Metrópolis, 1927. */
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
