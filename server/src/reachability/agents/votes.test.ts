/** Tests how the results of several probe agents for one target are combined. */
import { describe, expect, it } from 'vitest';
import type { RoundResult } from '../health.ts';
import { type AgentVote, vote } from './votes.ts';

const ok: RoundResult = { outcome: 'ok', reason: null };
const failed: RoundResult = { outcome: 'failed', reason: 'connect' };
const shaky: RoundResult = { outcome: 'shaky', reason: 'http' };
const votes = (...all: AgentVote['failed'][]): AgentVote[] =>
  all.map((layer, index) => ({ place: `p${index + 1}`, failed: layer }));

describe('a vote', () => {
  it.each([
    ['a single voter decides', failed, [], 'failed'],
    ['one of two voters is no majority', failed, [null], 'ok'],
    ['two of two voters are a majority', failed, ['http'], 'failed'],
    ['one of three voters is no majority', failed, [null, null], 'ok'],
    ['two of three voters are a majority', ok, ['connect', 'connect'], 'failed'],
    ['two of four voters are no majority', ok, ['connect', 'connect', null], 'ok'],
    ['only agents vote while this server is suspect', undefined, ['connect', null], 'ok'],
    ['a single agent decides while this server is suspect', undefined, ['tls'], 'failed'],
    ['a target is shaky if it answered only a retry', shaky, [null], 'shaky'],
  ] as const)('%s', (_, ownResult, places, outcome) => {
    expect(vote(ownResult, votes(...places))?.outcome).toBe(outcome);
  });

  it('returns undefined without voters', () => {
    expect(vote(undefined, [])).toBeUndefined();
  });

  it('returns the most common reason and the voters that saw it', () => {
    expect(vote(failed, votes('http', 'http', null))).toEqual({
      outcome: 'failed',
      reason: 'http',
      seenFrom: ['painel', 'p1', 'p2'],
    });
  });
});
