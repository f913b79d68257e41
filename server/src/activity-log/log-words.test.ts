/** Tests that every kind of event that the code records has a title. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentenceHtml, sentenceText } from './log-sentence.ts';
import { hasTitle, findKindsByTitle, eventTitle } from './log-words.ts';

const source = path.resolve(import.meta.dirname, '..');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

/**
 * Matches the value of `kind:` in an object that is passed to an insert of events, `changeLine` or
 * `changeHostname`.
 */
const KIND =
  /(?:insert(?:Line|Row)?Events?Cte|changeLine|changeHostname)\((?:[^{]*?)\{\s*(?:kind:\s*(`[^`]*`|[^,}]+)|kind\b)/g;

const recorded = files.flatMap(({ file, text }) =>
  // With the shorthand `{ kind, … }` the value is defined earlier in the file.
  [...text.matchAll(KIND)].map((match) => ({
    file,
    kindSource: match[1] ?? /const kind = ([^;]+);/.exec(text)?.[1],
  })),
);
const quoted = (sentence: string): string[] =>
  [...sentence.matchAll(/'([a-z0-9-]+)'/g)].map((match) => match[1]!);

describe('the titles of events', () => {
  it('every kind that is recorded has a title', () => {
    const kinds = recorded.flatMap(({ file, kindSource }) =>
      quoted(kindSource ?? '').map((kind) => ({ file, kind })),
    );
    expect(kinds.length).toBeGreaterThan(30);
    expect(kinds.filter(({ kind }) => !hasTitle(kind))).toEqual([]);
  });

  it('every recorded kind can be checked, because the code contains it as text', () => {
    // These files receive the kind from their callers. The pattern finds the kind in the code of
    // the callers.
    const forwardingFiles = new Set([
      'lines/change/change-line.ts',
      'hostnames/change-hostname.ts',
    ]);
    for (const reach of ['reseller', 'network', 'tree'])
      expect(hasTitle(`${reach}-deleted`)).toBe(true);
    const hidden = recorded.filter(
      ({ file, kindSource }) =>
        quoted(kindSource ?? '').length === 0 &&
        kindSource !== '`${reach}-deleted`' &&
        !forwardingFiles.has(file),
    );
    expect(hidden).toEqual([]);
  });

  it('an unknown kind has a general title', () => {
    expect(eventTitle('moon-landed')).toBe('Outra ação (moon-landed)');
    const html = sentenceHtml({ kind: '<img>', before: null, after: { x: 1 } }, context);
    expect(html).toBe('<b>Outra ação (&lt;img&gt;)</b>');
  });

  it('finds titles in any case and without accents', () => {
    expect(findKindsByTitle('CREDITOS ADIC')).toEqual(['credits-given']);
    expect(findKindsByTitle('exibição')).toEqual(['viewing-ended']);
    expect(findKindsByTitle('nada disso')).toEqual([]);
  });
});

const context = {
  timeZone: 'America/Sao_Paulo',
  bouquets: new Map([[3, 'Esportes & <b>Lutas</b>']]),
  visibleNames: new Set(['loja-norte']),
};
const say = (
  kind: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => sentenceHtml({ kind, before, after }, context);

describe('the sentence of an event', () => {
  it('contains the old and the new expiry, and the price', () => {
    const before = { expiresAt: '2026-11-10T17:00:00Z' };
    expect(
      say('line-extended', before, { expiresAt: '2026-12-10T17:00:00Z', hundredths: 100 }),
    ).toBe('<b>Linha renovada</b>: vencimento 10/11/2026 14:00 → 10/12/2026 14:00, 1 crédito');
    expect(say('credits-given', null, { hundredths: 2050, saleCents: 650, note: null })).toBe(
      '<b>Créditos adicionados</b>: 20,5 créditos a R$ 6,50',
    );
    expect(say('recharge-paid', null, { saleCents: 4500, charge: 'c' })).toBe(
      '<b>Pagamento recebido pelo portal</b>: valor R$ 45,00',
    );
    expect(
      say('coupon-redeemed', { saleCents: 3500 }, { saleCents: 2800, coupon: 'NATAL20' }),
    ).toBe('<b>Cupom usado</b>: cupom NATAL20, valor R$ 35,00 → R$ 28,00');
  });

  it('escapes all text from the event', () => {
    const sentence = say(
      'line-edited',
      { note: '<script>alert(1)</script>' },
      { note: '"><b onclick=x>' },
    );
    expect(sentence).toBe(
      '<b>Dados da linha editados</b>: anotação &lt;script&gt;alert(1)&lt;/script&gt; → &quot;&gt;&lt;b onclick=x&gt;',
    );
    expect(say('line-edited', { bouquets: [] }, { bouquets: [3, 4] })).toBe(
      '<b>Dados da linha editados</b>: bouquets – → Esportes &amp; &lt;b&gt;Lutas&lt;/b&gt;, nº 4',
    );
  });

  it('hides accounts that the reader may not see', () => {
    expect(say('reseller-moved', { owner: 'alheia' }, { owner: 'loja-norte' })).toBe(
      '<b>Revenda movida de dono</b>: dono outra rede → loja-norte',
    );
  });

  it('contains the text of a refusal and words for switches', () => {
    expect(say('sign-in-refused', null, { because: 'wrong_credentials' })).toBe(
      '<b>Entrada recusada</b>: usuário ou senha incorretos',
    );
    expect(say('function-switched', { p2p: true }, { p2p: false })).toBe(
      '<b>Função ligada ou desligada</b>: P2P ligado → desligado',
    );
  });

  it('is plain text in a file and limits the length of a value', () => {
    const note = 'a'.repeat(500);
    const text = sentenceText(
      { kind: 'line-edited', before: { note: '' }, after: { note } },
      context,
    );
    expect(text).toBe(`Dados da linha editados: anotação – → ${'a'.repeat(120)}…`);
  });

  // A sentence must not repeat a name or begin with a small letter.
  it('names the blocked network once and keeps the case of a refusal', () => {
    const after = { reason: 'Atraso', by: 'network', network: 'alheia' };
    expect(say('account-unblocked', null, { ...after, reason: null })).toBe(
      '<b>Rede desbloqueada</b>',
    );
    expect(say('account-blocked', null, after)).toBe('<b>Rede bloqueada</b>. Motivo: Atraso');
    expect(say('account-blocked', null, { by: 'network', network: 'loja-norte' })).toBe(
      '<b>Rede bloqueada</b>: loja-norte',
    );
    expect(say('account-blocked', null, { reason: 'Atraso' })).toBe(
      '<b>Conta bloqueada</b>. Motivo: Atraso',
    );
    const refused = say('sign-in-refused', null, { because: 'account_blocked' });
    expect(refused).not.toMatch(/\. \p{Ll}/u);
    expect(refused).toMatch(/: \p{Ll}/u);
  });

  it('contains the complete reason of a block', () => {
    const reason =
      'Três endereços assistiram ou disputaram a tela ao mesmo tempo por 12 h 36 min, em 16 momentos, ' +
      'de 25/11 09:58 a 26/11 06:10. Um derrubou o outro 12 vezes.';
    const event = { kind: 'line-blocked-for-abuse', before: null, after: { reason } } as const;
    expect(sentenceText(event, context)).toContain(`. Motivo: ${reason}`);
  });
});
