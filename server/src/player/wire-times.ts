/** Zone of the local times in `server_info`, in the guide and in archive URLs. */
export const ANNOUNCED_ZONE = 'UTC';

/**
 * Returns a time as the XC protocol writes it: Unix seconds as text. All its times are UTC, which
 * `server_info` reports as the time zone.
 */
export const unixText = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** Formats for example `2026-11-21 15:00:00`. */
export const clockText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** Formats for example `01:52:30`. */
export const durationText = (seconds: number): string => {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(seconds / 3600)}:${part((seconds % 3600) / 60)}:${part(seconds % 60)}`;
};
