import { expect, it } from 'vitest';
import { deviceName } from './device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0';

it.each([
  ['Chrome no Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  ['Chrome no Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ['Chrome no Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`],
  ['Chrome no ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  [
    'Chrome no iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Edge no Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`,
  ],
  ['Opera no Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/124.0.0.0`],
  [
    'Samsung Internet no Android',
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  ['Firefox no Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Safari no Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`],
  [
    'Safari no iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
  ],
  ['Safari no iPad', `Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) ${SAFARI} Safari/604.1`],
  ['Navegador no Windows', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko'],
  ['Aparelho desconhecido', 'curl/8.14.1'],
  ['Aparelho desconhecido', ''],
])('names the device of %s', (words, userAgent) => {
  expect(deviceName(userAgent)).toBe(words);
});
