/** Combines the results of several probe agents for one target. */
import { describe, expect, it } from 'vitest';
import type { RoundResult } from '../health.ts';
import { type PlaceWord, vote } from './votes.ts';

const ok: RoundResult = { outcome: 'ok', reason: null };
const failed: RoundResult = { outcome: 'failed', reason: 'connect' };
const shaky: RoundResult = { outcome: 'shaky', reason: 'http' };
const words = (...all: PlaceWord['failed'][]): PlaceWord[] =>
  all.map((one, index) => ({ place: `p${index + 1}`, failed: one }));

describe('a vote', () => {
  it.each([
    ['alone its word counts', failed, [], 'failed'],
    ['one of two is not most of them', failed, [null], 'ok'],
    ['two of two are', failed, ['http'], 'failed'],
    ['one of three is not', failed, [null, null], 'ok'],
    ['two of three are', ok, ['connect', 'connect'], 'failed'],
    ['two of four are not', ok, ['connect', 'connect', null], 'ok'],
    ['places alone, while this server is suspect', undefined, ['connect', null], 'ok'],
    ['one place alone, while this server is suspect', undefined, ['tls'], 'failed'],
    ['answered only when asked again', shaky, [null], 'shaky'],
  ] as const)('%s', (_, own, places, outcome) => {
    expect(vote(own, words(...places))?.outcome).toBe(outcome);
  });

  it('of nobody is none', () => {
    expect(vote(undefined, [])).toBeUndefined();
  });

  it('tells the commonest reason and who saw it', () => {
    expect(vote(failed, words('http', 'http', null))).toEqual({
      outcome: 'failed',
      reason: 'http',
      seenFrom: ['painel', 'p1', 'p2'],
    });
  });
});
