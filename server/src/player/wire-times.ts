/** Times as the XC protocol writes them: seconds as text, and UTC, which `server_info` names as its zone. */
export const unixText = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** `2026-11-21 15:00:00` */
export const clockText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** `01:52:30` */
export const durationText = (seconds: number): string => {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${part(seconds / 3600)}:${part((seconds % 3600) / 60)}:${part(seconds % 60)}`;
};
