import { formatBytes } from '../../foundation/bytes.ts';

export interface FileRule {
  /** Endings a file may have, as an input takes them: `.m3u,.m3u8,.gz`. */
  readonly accept: string;
  /** The same in words: «.m3u, .m3u8 ou .gz». */
  readonly endings: string;
  readonly maxBytes: number;
}

/** Why a file is not sent at all: oddly named, empty or too large. */
export function whyRefused(
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
