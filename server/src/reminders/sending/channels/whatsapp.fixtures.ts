/** Saves and reads the installation's WhatsApp number for tests. */
import { getChannels, saveWhatsappNumber } from '@ramal/contract/messaging';
import type { Person } from '../../../../test/accounts.ts';
import { call, type TestContext } from '../../../../test/context.ts';
import { APP_SECRET, WHATSAPP_TOKEN } from '../../../../test/whatsapp.ts';

interface House {
  readonly ctx: TestContext;
  readonly admin: Person;
  readonly phone: string;
  readonly waba: string;
}

export const saveNumber = (
  { ctx, admin, phone, waba }: House,
  body: Record<string, unknown> = {},
) =>
  call(
    ctx,
    saveWhatsappNumber,
    {
      body: {
        phone_number_id: phone,
        waba_id: waba,
        token: WHATSAPP_TOKEN,
        app_secret: APP_SECRET,
        cost_cents: 25,
        ...body,
      } as never,
    },
    { token: admin.token },
  );

export const readNumber = async ({ ctx, admin }: Pick<House, 'ctx' | 'admin'>) =>
  (await call(ctx, getChannels, { query: {} }, { token: admin.token })).body.whatsapp!;
