/** «1 h 30 min», «12 min», «menos de 1 min». */
export function minutesInWords(minutes: number): string {
  const whole = Math.floor(minutes);
  if (whole < 1) return 'menos de 1 min';
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
