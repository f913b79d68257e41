/** Errors of storefronts, for sellers and for visitors. */
import { defineErrors } from './define-errors.ts';

export const storefrontErrors = defineErrors({
  storefront_not_found: {
    status: 404,
    text: 'Não achamos esta página. Confira o endereço com quem mandou.',
  },
  storefront_closed: { status: 409, text: 'Esta página está fora do ar.' },
  storefront_slug_taken: { status: 409, text: 'Este endereço já é de outra revenda' },
  storefront_not_saved: { status: 409, text: 'Crie a página de venda antes.' },
  storefront_test_failed: { status: 409, text: 'Não deu para criar o teste. Tente de novo.' },
  storefront_code_wrong: { status: 422, text: 'Código errado. {left}' },
  storefront_code_expired: { status: 422, text: 'Peça outro código.' },
  storefront_code_early: {
    status: 429,
    text: 'Espere {seconds} segundos para pedir outro código.',
  },
  storefront_key_refused: {
    status: 403,
    text: 'Este acesso não vale mais. Abra a página de novo.',
  },
  storefront_notice_impossible: {
    status: 409,
    text: 'Esta página não consegue mandar avisos. Fale com quem vende.',
  },
  origin_link_not_found: { status: 404, text: 'Este link não existe mais' },
  origin_link_taken: { status: 409, text: 'Já existe um link com este código.' },
  origin_links_too_many: {
    status: 409,
    text: 'São no máximo {most} links com origem. Tire um antes.',
  },
});
