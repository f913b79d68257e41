import { panelPassword } from '@ramal/contract/rules/passwords';
import { expect, it } from 'vitest';
import { newPassword } from './password.ts';

it('generates unique passwords that the form accepts and that can be read aloud', () => {
  const samples = Array.from({ length: 500 }, newPassword);
  for (const password of samples) {
    expect(panelPassword().safeParse(password).success).toBe(true);
    expect(password).toMatch(/^[a-km-np-z2-9]{12}$/);
  }
  expect(new Set(samples).size).toBe(500);
});
