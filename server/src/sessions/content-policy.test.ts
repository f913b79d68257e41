/** Tests that the content security policy allows the widget of an external human check. */
import { afterEach, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';

let ctx: TestContext;
afterEach(() => ctx.close());

async function policy(captcha: string): Promise<string> {
  ctx = await createTestContext({
    RAMAL_CAPTCHA: captcha,
    RAMAL_CAPTCHA_SITE_KEY: 'k',
    RAMAL_CAPTCHA_SECRET: 's',
  });
  const { headers } = await ctx.server.inject({ url: '/api/my-ip' });
  return String(headers['content-security-policy']);
}

it.each([
  ['altcha', "script-src 'self';"],
  ['turnstile', "script-src 'self' https://challenges.cloudflare.com;"],
  [
    'recaptcha',
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  ],
])('with %s it is as narrow as it can be', async (captcha, scripts) => {
  // A built panel also allows the page's own script by its hash, which the test removes.
  const withoutHash = (await policy(captcha)).replace(/ 'sha256-[\w+/]{43}='/, '');
  expect(withoutHash).toContain(scripts);
});
