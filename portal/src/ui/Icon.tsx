const SMALL_EM = 1;

/**
 * Draws an icon of the portal with the strokes of the panel's icons. `path` is on a grid of 24.
 * `em` is the width in multiples of the text size, so that the icon grows with the text. Small icons
 * have thicker strokes, so that they stay visible.
 */
export const Icon = ({ path, em = 1.25 }: { path: string; em?: number }) => (
  <svg
    width={`${em}em`}
    height={`${em}em`}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={em < SMALL_EM ? 3 : 1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={path} />
  </svg>
);
