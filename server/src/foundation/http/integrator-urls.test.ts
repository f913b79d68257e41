import { expect, it } from 'vitest';
import { integratorUrl } from './integrator-urls.ts';

it.each([
  ['/webhook/customer?username=7', '/api/webhook/customer?username=7'],
  ['/api/webhook/customer/renew', '/api/webhook/customer/renew'],
  ['/api/api/webhook/package/', '/api/webhook/package'],
  ['/api/webhook/customer/webhook/customer/create', '/api/webhook/customer/create'],
  ['/api/webhook/webhook/user', '/api/webhook/user'],
  ['/chatbot/q7Rk2mVx9a/t6H4pZs1Yw', '/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw'],
  ['/api/api/chatbot/a/b?x=/webhook/user', '/api/chatbot/a/b?x=/webhook/user'],
  ['/api/webhooks/5', '/api/webhooks/5'],
  ['/webhooks?x=/webhook/user', '/webhooks?x=/webhook/user'],
  ['/api/webhook/customers', '/api/webhook/customers'],
  ['/movie/webhook/user/1', '/movie/webhook/user/1'],
])('leads %s to %s', (url, expected) => {
  expect(integratorUrl(url)).toBe(expected);
});
