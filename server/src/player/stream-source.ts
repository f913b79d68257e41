/** Source of a stream. Players never see it, because they receive only URLs of the player. */
export type StreamSource =
  | { readonly from: 'test-channel' }
  | { readonly from: 'test-film' }
  /** URL that only admins set: an HLS playlist, a continuous MPEG-TS or a film's file. */
  | { readonly from: 'outside'; readonly url: string };

/** Parses the source column of a stream. Undefined if the player cannot play it. */
export function parseStreamSource(source: string): StreamSource | undefined {
  if (source === 'test-channel' || source === 'test-film') return { from: source };
  return /^https?:\/\//i.test(source) && URL.canParse(source)
    ? { from: 'outside', url: source }
    : undefined;
}
