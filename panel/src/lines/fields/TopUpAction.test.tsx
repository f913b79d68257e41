// @vitest-environment happy-dom
/** Tests that each screen that mentions missing credits offers the same actions to get them. */
import { getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CreditsCard } from '../../dashboard/CreditsCard.tsx';
import { profile } from '../test/answers.ts';
import { answering, show } from '../test/screen.tsx';
import { quoteOfficial } from './quote.ts';
import { MissingCredits, TopUpAction } from './TopUpAction.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['link', 'Comprar', [{ from_credits: 10, value: 5 }]],
  ['button', 'Pedir recarga', []],
] as const)('offers the same %s «%s» on card, form and text', async (role, name, tiers) => {
  answering([
    [getTopUpOffer, () => ({ seller: 'norte', tiers: [...tiers], sandbox: false, bonus: null })],
  ]);
  const quote = quoteOfficial(1, 0, new Date());
  await show(
    <>
      <CreditsCard credits={0} />
      <TopUpAction look="button" />
      <MissingCredits quote={quote} what="esta renovação" />
    </>,
    '/dashboard',
  );
  expect(profile().profile).toBe('reseller');
  expect(await screen.findAllByRole(role, { name })).toHaveLength(3);
  const other = name === 'Comprar' ? 'Pedir recarga' : 'Comprar';
  expect(screen.queryByText(other)).toBeNull();
});
