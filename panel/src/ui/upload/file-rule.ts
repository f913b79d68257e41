import { formatBytes } from '../../foundation/bytes.ts';

export interface FileRule {
  /** Accepted file extensions in the format of an input: `.m3u,.m3u8,.gz`. */
  readonly accept: string;
  /** Accepted file extensions as text: «.m3u, .m3u8 ou .gz». */
  readonly endings: string;
  readonly maxBytes: number;
}

/**
 * Returns the reason why a file cannot be uploaded: wrong extension, empty or too large. Returns
 * undefined if the file is accepted.
 */
export function findRefusalReason(
  { name, size }: File,
  { accept, endings, maxBytes }: FileRule,
): string | undefined {
  if (!accept.split(',').some((ending) => name.toLowerCase().endsWith(ending)))
    return `Este arquivo não serve: envie ${endings}.`;
  if (size === 0) return 'Este arquivo está vazio.';
  if (size > maxBytes)
    return `Este arquivo tem ${formatBytes(size)}, e o limite é ${formatBytes(maxBytes)}.`;
  return undefined;
}
