/**
 * Common rule for stored secrets: a secret is sent only to the address for which it was entered. A
 * change of host, port, scheme or protection requires the secret again, so that no user redirects
 * it to another machine.
 */

/**
 * Returns the stored row if every part of its address equals the part that was sent. Only then may
 * the caller use the stored secret again.
 */
export const storedForAddress = <
  Part extends string,
  Stored extends Readonly<Record<Part, unknown>>,
>(
  stored: Stored | undefined,
  sent: Readonly<Record<Part, unknown>>,
  parts: readonly Part[],
): Stored | undefined =>
  stored && parts.every((part) => normalized(stored[part]) === normalized(sent[part]))
    ? stored
    : undefined;

/**
 * Returns a comparable form. URLs are equal if they differ only in notation, such as capital
 * letters of the host or a slash at the end.
 */
function normalized(part: unknown): unknown {
  if (typeof part !== 'string' || !/^https?:/i.test(part) || !URL.canParse(part)) return part;
  return new URL(part).href.replace(/\/+$/, '');
}
