interface BrandMarkProps {
  size?: number;
  /**
   * Address of the brand's logo. Without a logo, Ramal's mark is drawn in the brand's accent
   * colour.
   */
  logo?: string | undefined;
}

/**
 * Draws Ramal's mark, a line with a branch that ends in a node. The name is always written next to
 * the mark or around it.
 */
export function BrandMark({ size = 28, logo }: BrandMarkProps) {
  if (logo) {
    const fit = { flex: 'none', minWidth: size, maxWidth: size * 4, objectFit: 'contain' } as const;
    return <img src={logo} alt="" height={size} style={fit} />;
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <rect width="48" height="48" rx="13" fill="var(--accent)" />
      <g fill="none" stroke="#fff" strokeWidth="4.8" strokeLinecap="round">
        <path d="M16.7 10.8V37.3" />
        <path d="M16.7 30.5C16.7 23 30.5 27.5 31.7 15.5" />
      </g>
      <circle cx="31.7" cy="13.7" r="4.6" fill="#fff" />
    </svg>
  );
}
