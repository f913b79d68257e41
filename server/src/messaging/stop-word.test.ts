import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isStopWord } from './stop-word.ts';

const { stops, does_not } = JSON.parse(
  readFileSync(new URL('cases/stop-words-01.json', import.meta.url), 'utf8'),
) as { stops: string[]; does_not: string[] };

// A stop is recognized in every form, but only if it is the whole reply.
it.each([...stops, '/stop', '/stop@ramal_bot', '«Parar».', 'Oi, pare por favor!', 'sair'])(
  '«%s» stops messages',
  (reply) => {
    expect(isStopWord(reply)).toBe(true);
  },
);

it.each([...does_not, '', '🙏', 'parar?', 'cancelar meu plano', 'para quando vence?', 'parabéns'])(
  '«%s» does not stop messages',
  (reply) => {
    expect(isStopWord(reply)).toBe(false);
  },
);
