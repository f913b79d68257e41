/** The published client equals the current contract. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateClient, sourceFile } from '../packages/client/generator/generate-client.ts';

it('the generated files of packages/client are up to date', async () => {
  for (const [name, text] of await generateClient())
    expect(readFileSync(sourceFile(name), 'utf8') === text, `${name}: run «npm run client»`).toBe(
      true,
    );
});
