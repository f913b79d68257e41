/**
 * Names a device by its user agent. The first matching rule applies. The user agent of Edge, for
 * example, also contains «Chrome». Rules for browsers like Edge therefore come first.
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

/**
 * Returns the device name, for example «Chrome no Android». Returns «Aparelho desconhecido» if no
 * rule matches the user agent.
 */
export function deviceName(userAgent: string): string {
  const browser = wordFor(browsers, userAgent);
  const system = wordFor(systems, userAgent);
  if (!browser && !system) return 'Aparelho desconhecido';
  return `${browser ?? 'Navegador'}${system ? ` ${system}` : ''}`;
}

const wordFor = (rules: readonly Rule[], userAgent: string): string | undefined =>
  rules.find(([pattern]) => pattern.test(userAgent))?.[1];
