import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChatState,
  initialState,
  menuLabels,
  menuOption,
  readInput,
  withUniqueLabels,
} from './state.ts';

const plans: ChatState = {
  ...initialState,
  options: [
    { label: '1 mês, R$ 35,00', act: { act: 'buy', offerId: 'abcdefghij', cents: 3500 } },
    { label: '3 meses, R$ 99,00', act: { act: 'buy', offerId: 'klmnopqrst', cents: 9900 } },
    { label: 'Voltar', act: { act: 'subscribe' } },
  ],
};
const asking: ChatState = {
  ...initialState,
  options: [menuOption],
  question: { lineId: 7, ticketId: null },
};

describe('a text of a person', () => {
  it('chooses an option by its label without accents and capital letters, or by its number', () => {
    const first = { act: plans.options[0]!.act };
    expect(readInput(plans, '1 mês, R$ 35,00')).toEqual(first);
    expect(readInput(plans, '  1 MES, r$ 35,00 ')).toEqual(first);
    expect(readInput(plans, '2')).toEqual({ act: plans.options[1]!.act });
    expect(readInput(plans, '9')).toBe('unknown');
  });

  it('goes back to the list that the option names and not to the menu', () => {
    expect(readInput(plans, 'Voltar')).toEqual({ act: { act: 'subscribe' } });
    expect(readInput(initialState, 'voltar')).toEqual({ act: { act: 'menu' } });
  });

  it('is a message to the seller only while the chat asks for one', () => {
    expect(readInput(asking, 'a TV trava 3')).toEqual({ written: 'a TV trava 3' });
    expect(readInput(asking, '2')).toEqual({ written: '2' });
    expect(readInput(asking, 'Menu')).toEqual({ act: { act: 'menu' } });
    expect(readInput(initialState, 'a TV trava')).toBe('unknown');
  });
});

const label = fc.oneof(
  fc.constantFrom(...Object.values(menuLabels), 'Menu', 'Voltar', 'Já paguei'),
  fc.string({ minLength: 1, maxLength: 30 }),
);

it('never performs an act that the server did not offer or that is not in the menu', () => {
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 9 }),
      fc.string(),
      fc.boolean(),
      (labels, text, asks) => {
        const options = withUniqueLabels(
          labels.map((name, place) => ({ label: name, act: { act: 'ask', lineId: place } })),
        );
        expect(new Set(options.map((option) => option.label)).size).toBe(options.length);
        const state = { ...initialState, options, question: asks ? asking.question : null };
        const input = readInput(state, text);
        if (input === 'unknown' || 'written' in input) return;
        const { act } = input;
        const isOffered = options.some((option) => option.act === act);
        expect(isOffered || act.act in menuLabels || ['start', 'menu'].includes(act.act)).toBe(
          true,
        );
      },
    ),
  );
});
