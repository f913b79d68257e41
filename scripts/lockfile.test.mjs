import { expect, it } from 'vitest';
import { checkLock } from './lockfile.mjs';

it('names each package without a hash, with an address or with an unknown install script', () => {
  const packages = {
    '': { version: '1.0.0' },
    contract: { version: '1.0.0' },
    'node_modules/@ramal/contract': { link: true },
    'node_modules/good': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/ssh2': { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true },
    'node_modules/a/node_modules/bare': { version: '2.0.0' },
    'node_modules/moved': { version: '3.0.0', integrity: 'sha512-x', resolved: 'https://x' },
    'node_modules/runs': { version: '4.0.0', integrity: 'sha512-x', hasInstallScript: true },
  };
  expect(checkLock({ packages })).toEqual([
    'bare 2.0.0 has no integrity hash.',
    'moved 3.0.0 has a download address.',
    'runs 4.0.0 has an install script: name it in scripts/lockfile.mjs.',
  ]);
});
