/** The source of a stream. Players never see it: they see only the player's own URLs. */
export type StreamSource =
  | { readonly from: 'test-channel' }
  | { readonly from: 'test-film' }
  /** A URL that only admins set: an HLS playlist, a continuous MPEG-TS or a film's file. */
  | { readonly from: 'outside'; readonly url: string };

/** Parses the source column of a stream; undefined when the player cannot play it. */
export function parseStreamSource(source: string): StreamSource | undefined {
  if (source === 'test-channel' || source === 'test-film') return { from: source };
  return /^https?:\/\//i.test(source) && URL.canParse(source)
    ? { from: 'outside', url: source }
    : undefined;
}
