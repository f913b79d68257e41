/** The OpenAPI document has no problem under the recommended rules of two linters. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, expect, it } from 'vitest';
import { createTestContext } from '../context.ts';

let source: string;
beforeAll(async () => {
  const ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  source = (await ctx.server.inject('/api/openapi.json')).body;
  await ctx.close();
});

it('has no problem under the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const sentences = problems.map(
    ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`,
  );
  expect(sentences).toEqual([]);
}, 300_000);

/**
 * Returns the document with the reference to the shared error schema in one response only. Spectral
 * checks the target again for each of thousands of references, and Redocly checks that all resolve.
 */
function withOneErrorReference(): Record<string, unknown> {
  let count = 0;
  const document = JSON.parse(source, (_, value: unknown) => {
    if ((value as { $ref?: unknown } | null)?.$ref !== '#/components/schemas/Error') return value;
    count += 1;
    return count === 1 ? value : { type: 'object' };
  });
  expect(count).toBeGreaterThan(1000);
  return document as Record<string, unknown>;
}

it('has no problem under the OpenAPI rules of Spectral', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [rulesets.oas as unknown as RulesetDefinition],
    rules: {},
  });
  const problems = await linter.run(withOneErrorReference());
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
}, 300_000);
