/** A first name for this browser, for the person to change. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Celular Android'],
  [/Windows/, 'Computador Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Computador Linux'],
];

export const suggestDeviceName = (): string =>
  systems.find(([sign]) => sign.test(navigator.userAgent))?.[1] ?? 'Este aparelho';
