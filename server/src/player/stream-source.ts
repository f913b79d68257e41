/** Where a stream's picture comes from. Players never see it: they see the player's own addresses. */
export type StreamSource =
  | { readonly from: 'test-channel' }
  | { readonly from: 'test-film' }
  /** An address only admins set: an HLS playlist, a continuous MPEG-TS or a film's file. */
  | { readonly from: 'outside'; readonly url: string };

/** By what the stream's row says; undefined when nothing here can play it. */
export function sourceOf(source: string): StreamSource | undefined {
  if (source === 'test-channel' || source === 'test-film') return { from: source };
  return /^https?:\/\//i.test(source) && URL.canParse(source)
    ? { from: 'outside', url: source }
    : undefined;
}
