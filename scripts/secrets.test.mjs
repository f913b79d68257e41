/** Tests that neither the repository nor the built panel contains a secret. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

const secrets = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\n[A-Za-z0-9+/=]{20}/],
  ['a key of a cloud', /\bAKIA[0-9A-Z]{16}\b/],
  ['a token of a forge', /\b(?:ghp|gho|ghs|github_pat|glpat)[_-][A-Za-z0-9_]{20,}/],
  ['a token of a registry', /_authToken\s*=\s*\S{10,}|\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of a bot', /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/],
  ['a master key', /RAMAL_SECRET\s*=\s*['"]?[A-Za-z0-9+/]{43}=/],
  [
    'a database with its password',
    /postgres(?:ql)?:\/\/[^\s:@/'"`$]+:(?!senha|password|x@)[^\s@/'"`$]{6,}@(?!localhost|127\.)/,
  ],
];

const findSecrets = (files) =>
  files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return secrets.filter(([, sign]) => sign.test(text)).map(([what]) => `${file}: ${what}`);
  });

it('the check finds a secret in a text', () => {
  const planted = `RAMAL_SECRET=${'A'.repeat(43)}=\n-----BEGIN PRIVATE KEY-----\n${'M'.repeat(64)}`;
  const seen = secrets.filter(([, sign]) => sign.test(planted)).map(([what]) => what);
  expect(seen).toEqual(['a private key', 'a master key']);
});

it('the repository contains no secret', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && existsSync(path.join(root, file)))
    .filter((file) => !/\.(?:png|jpe?g|webp|woff2|ts\.bin|mp4|ico)$/.test(file));
  expect(tracked.length).toBeGreaterThan(100);
  expect(findSecrets(tracked)).toEqual([]);
  // Paths that contain secrets or data on the machine of an operator.
  expect(tracked.filter((file) => /(^|\/)(?:\.env|secret)$|^data(?:-demo)?\//.test(file))).toEqual(
    [],
  );
});

const built = 'panel/dist';
it.skipIf(!existsSync(path.join(root, built)))(
  'the built panel holds none, and nothing of the server',
  () => {
    const files = readdirSync(path.join(root, built), { recursive: true })
      .map((file) => path.join(built, file))
      .filter((file) => /\.(?:js|html|css|json)$/.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(findSecrets(files)).toEqual([]);
    const inside = /RAMAL_[A-Z]+|DATABASE_URL|password_hash|\bpg_advisory|sourceMappingURL=data:/;
    expect(
      files.filter((file) => inside.test(readFileSync(path.join(root, file), 'utf8'))),
    ).toEqual([]);
  },
);
