/** Values that a stranger may send in a field for text. */
export const hostileTexts: readonly unknown[] = [
  'x'.repeat(10_000),
  "'; drop table lines; --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '{senha}',
  ['5511955550142'],
  { $ne: null },
  true,
  -1,
  null,
];
