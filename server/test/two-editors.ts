/**
 * Tests one call with two users who edit the same object. The call must give the guarantees of
 * row-version.ts.
 */
import { expect } from 'vitest';

interface SaveResponse {
  readonly status: number;
  readonly code?: unknown;
  readonly version?: string | undefined;
}

interface Editors {
  /** The version that both users have read. */
  readonly version: string | undefined;
  /** Saves the name, so that the stored name shows whose save succeeded. */
  readonly save: (name: string, version?: string) => Promise<SaveResponse>;
  /** Reads the stored name and version. */
  readonly read: () => Promise<readonly [name: string, version: string | undefined]>;
}

const refused = { status: 409, code: 'changed_meanwhile' };

export async function expectNoLostChange({ version, save, read }: Editors): Promise<void> {
  const first = await save('Primeira', version);
  expect(first.status).toBe(200);
  expect(first.version).not.toBe(version);
  expect(await save('Segunda', version)).toMatchObject(refused);
  expect(await read()).toEqual(['Primeira', first.version]);

  // A user who saves again without a reload sends the version that the previous save returned.
  const next = await save('Terceira', first.version);
  expect(next.status).toBe(200);

  const both = await Promise.all([save('Quarta', next.version), save('Quinta', next.version)]);
  const winner = both.find(({ status }) => status === 200);
  expect(both.find((reply) => reply !== winner)).toMatchObject(refused);
  expect((await read())[1]).toBe(winner?.version);

  // Programs send no version. Their save always succeeds and replaces the stored value.
  expect((await save('Sexta')).status).toBe(200);
  expect((await read())[0]).toBe('Sexta');
}
