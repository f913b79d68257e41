const KILO = 1024;
const onePlace = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Formats a size with at most one decimal: `812 bytes`, `48 kB`, `6,2 MB`, `1,8 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${Math.floor(bytes)} bytes`;
  if (bytes < KILO * KILO) return `${Math.floor(bytes / KILO)} kB`;
  if (bytes < KILO ** 3) return `${onePlace.format(bytes / KILO / KILO)} MB`;
  return `${onePlace.format(bytes / KILO ** 3)} GB`;
}
