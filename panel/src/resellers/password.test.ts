import { panelPassword } from '@ramal/contract/rules/passwords';
import { expect, it } from 'vitest';
import { newPassword } from './password.ts';

it('makes passwords that the form takes, that read aloud well, and never the same one', () => {
  const samples = Array.from({ length: 500 }, newPassword);
  for (const password of samples) {
    expect(panelPassword().safeParse(password).success).toBe(true);
    expect(password).toMatch(/^[a-km-np-z2-9]{12}$/);
  }
  expect(new Set(samples).size).toBe(500);
});
