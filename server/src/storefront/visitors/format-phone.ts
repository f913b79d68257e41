/** Formats a number of digits as visitors read it: `+55 (11) 95555-0142`. */
export function formatPhone(digits: string): string {
  const [, area, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits) ?? [];
  return area ? `+55 (${area}) ${first}-${last}` : `+${digits}`;
}
