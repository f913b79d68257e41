/** Two people who edit the same thing: what the versions of row-version.ts promise, tried on one call. */
import { expect } from 'vitest';

interface Saved {
  readonly status: number;
  readonly code?: unknown;
  readonly version?: string | undefined;
}

export interface Editors {
  /** What both have read. */
  readonly version: string | undefined;
  /** Each writes the name, so that what stands tells whose save it was. */
  readonly save: (name: string, version?: string) => Promise<Saved>;
  /** The name and the version that stand. */
  readonly read: () => Promise<readonly [name: string, version: string | undefined]>;
}

const refused = { status: 409, code: 'changed_meanwhile' };

export async function expectNoLostChange({ version, save, read }: Editors): Promise<void> {
  const first = await save('Primeira', version);
  expect(first.status).toBe(200);
  expect(first.version).not.toBe(version);
  expect(await save('Segunda', version)).toMatchObject(refused);
  expect(await read()).toEqual(['Primeira', first.version]);

  // A window that stays open goes on from the answer of its save.
  const next = await save('Terceira', first.version);
  expect(next.status).toBe(200);

  const both = await Promise.all([save('Quarta', next.version), save('Quinta', next.version)]);
  const stands = both.find(({ status }) => status === 200);
  expect(both.find((one) => one !== stands)).toMatchObject(refused);
  expect((await read())[1]).toBe(stands?.version);

  // Calls of programs bring no version, and their last save stands.
  expect((await save('Sexta')).status).toBe(200);
  expect((await read())[0]).toBe('Sexta');
}
