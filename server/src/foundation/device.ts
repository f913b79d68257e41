/**
 * Names a device by its user agent. A few rules, first match wins: most browsers claim to be others
 * as well, so those that claim most are tested first.
 */
type Rule = readonly [said: RegExp, word: string];

const browsers: readonly Rule[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const systems: readonly Rule[] = [
  [/\biPhone\b/, 'no iPhone'],
  [/\biPad\b/, 'no iPad'],
  [/\bAndroid\b/, 'no Android'],
  [/\bCrOS\b/, 'no ChromeOS'],
  [/\bWindows\b/, 'no Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'no Mac'],
  [/\bLinux\b/, 'no Linux'],
];

/** «Chrome no Android»; an unknown user agent is called unknown, never guessed. */
export function deviceOf(userAgent: string): string {
  const browser = wordFor(browsers, userAgent);
  const system = wordFor(systems, userAgent);
  if (!browser && !system) return 'Aparelho desconhecido';
  return `${browser ?? 'Navegador'}${system ? ` ${system}` : ''}`;
}

const wordFor = (rules: readonly Rule[], userAgent: string): string | undefined =>
  rules.find(([pattern]) => pattern.test(userAgent))?.[1];
