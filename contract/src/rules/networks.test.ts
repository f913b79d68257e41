import { expect, it } from 'vitest';
import { isTooWideToExempt, subscribersIfWide } from './networks.ts';

it.each([
  ['0.0.0.0/0', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/15', true],
  ['10.0.0.0/16', false],
  ['::/0', true],
  ['2001:db8::/31', true],
  ['2001:db8::/32', false],
  // The network of all IPv4 addresses, in IPv6 form.
  ['::ffff:0.0.0.0/0', true],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
])('%s is too wide to exempt: %s', (network, expected) => {
  expect(isTooWideToExempt(network)).toBe(expected);
});

it.each([
  ['203.0.113.7', 0],
  ['203.0.113.0/24', 0],
  ['203.0.112.0/23', 512],
  ['203.0.0.0/16', 65_536],
  ['2001:db8::/48', 0],
  ['2001:db8::/47', 131_072],
  ['2001:db8::/32', 4_294_967_296],
])('%s holds %i subscribers beyond the usual', (network, expected) => {
  expect(subscribersIfWide(network)).toBe(expected);
});
