const KILO = 1024;
const onePlace = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `812 bytes`, `48 kB`, `6,2 MB`: one place at most. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${Math.floor(bytes)} bytes`;
  if (bytes < KILO * KILO) return `${Math.floor(bytes / KILO)} kB`;
  return `${onePlace.format(bytes / KILO / KILO)} MB`;
}
