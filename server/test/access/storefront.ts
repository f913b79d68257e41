/**
 * Access to storefronts. Each seller has its own page and figures. Strangers call the public part,
 * which refuses what the page does not offer and every key that it did not issue.
 */
import { createOriginLink } from '@ramal/contract/storefront/numbers';
import { defaultStorefrontTexts, saveStorefront } from '@ramal/contract/storefront/settings';
import { randomUUID } from 'node:crypto';
import { call } from '../context.ts';
import { type About, anybody, each, type Row, sellers } from './rows.ts';

const page = (slug: number | string) => ({
  is_online: true,
  slug,
  name: 'Loja',
  sentence: 'Canais e filmes',
  accent: null,
  products: [],
  tests: { per_day: 5, from: '08:00', until: '23:00', hours: 6, proves_number: false },
  texts: {
    welcome: defaultStorefrontTexts.welcome,
    test_ready: defaultStorefrontTexts.testReady,
    already_tested: defaultStorefrontTexts.alreadyTested,
    paid: defaultStorefrontTexts.paid,
  },
  channels: { link: true, telegram: false, whatsapp: false },
});

const aFreshSlug: About = async () => `loja-${randomUUID().slice(0, 8)}`;

/** Saves the page of the owner and returns its slug. */
const aPage: About = async (ctx, people) => {
  const slug = String(await aFreshSlug(ctx, people));
  await call(ctx, saveStorefront, { body: page(slug) }, { token: people.owner.token });
  return slug;
};

/** Saves a page for every account that has one in no earlier test. */
const pagesOfAll: About = async (ctx, people) => {
  for (const { token } of Object.values(people)) {
    const slug = await aFreshSlug(ctx, people);
    await call(ctx, saveStorefront, { body: page(slug) }, { token });
  }
  return 0;
};

const aLink: About = async (ctx, people) => {
  await aPage(ctx, people);
  const body = { name: 'Status', code: randomUUID().slice(0, 8) };
  const made = await call(ctx, createOriginLink, { body }, { token: people.owner.token });
  return made.body.link.id;
};

const figures: Row = { outcomes: sellers, sent: () => ({ query: { period: '7d' } }) };

let phones = 5_511_970_000_000;
/** Each visitor has another number, because the requests of one number are limited. */
const newVisitor = () => ({
  phone: `+${(phones += 1)}`,
  device: 'phone',
  device_signature: '0123456789abcdef',
});

const public403 = each({ otherwise: 403 }, 403);
const public409 = each({ otherwise: 409 }, 409);
const public422 = each({ otherwise: 422 }, 422);

const ofPage = (outcomes: Row['outcomes'], bodyOf: () => Record<string, unknown>): Row => ({
  outcomes,
  about: aPage,
  sent: (slug) => ({ params: { slug }, body: bodyOf() }),
});

export const storefront: Record<string, Row> = {
  'get-storefront': { outcomes: sellers },
  'save-storefront': {
    outcomes: sellers,
    about: aFreshSlug,
    sent: (slug) => ({ body: page(slug) }),
  },
  'check-storefront-slug': { outcomes: sellers, sent: () => ({ query: { slug: 'livre' } }) },
  'get-storefront-today': { outcomes: sellers },
  'get-storefront-numbers': figures,
  // No page has a visit, a test or a sale, so the export is empty.
  'export-storefront-numbers': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { period: 'today' } }),
  },
  'list-storefront-requests': figures,
  'list-storefront-sales': figures,
  'list-storefront-visits': figures,
  'list-origin-links': { outcomes: sellers },
  'create-origin-link': {
    outcomes: sellers,
    about: pagesOfAll,
    sent: () => ({ body: { name: 'Instagram', code: randomUUID().slice(0, 8) } }),
  },
  'delete-origin-link': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: aLink,
    sent: (id) => ({ params: { id } }),
  },
  'get-storefront-page': {
    outcomes: anybody,
    about: aPage,
    sent: (slug) => ({ params: { slug } }),
  },
  // The page sells no product and has no number of WhatsApp.
  'request-storefront-test': ofPage(public409, () => ({
    ...newVisitor(),
    test_id: 't6H4pZs1Yw',
    consent: true,
  })),
  'confirm-storefront-code': ofPage(public403, () => ({
    request: 'c.1.1.x',
    code: '123456',
    device_signature: 'aparelho-de-teste-1',
  })),
  'resend-storefront-code': ofPage(public403, () => ({ request: 'c.1.1.x' })),
  'get-storefront-test': ofPage(public403, () => ({
    key: 't.1.1.x',
    device_signature: '0123456789abcdef',
  })),
  'notify-storefront-return': ofPage(public409, () => ({
    phone: newVisitor().phone,
    consent: true,
  })),
  'subscribe-storefront': ofPage(public422, () => ({
    ...newVisitor(),
    offer_id: 't6H4pZs1Yw',
    method: 'pix',
    price_cents: 3500,
  })),
  'get-storefront-order': ofPage(public403, () => ({ key: 'o.1.1.x' })),
};
