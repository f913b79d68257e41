/** Errors about coupons. The texts address the customer who uses one, or the seller who creates it. */
import { defineErrors } from './define-errors.ts';

export const couponErrors = defineErrors({
  coupon_not_found: { status: 404, text: 'Este cupom não existe.' },
  coupon_code_taken: { status: 409, text: 'Já existe um cupom {code}' },
  coupons_too_many: {
    status: 409,
    text: 'Uma conta tem no máximo {most} cupons em uso. Encerre um antes.',
  },
  // Coupons of other sellers get the same text as codes that nobody has.
  coupon_unknown: { status: 404, text: 'Não conhecemos este cupom. Confira o código.' },
  coupon_ended: { status: 409, text: 'O cupom {code} já acabou.' },
  coupon_not_started: { status: 409, text: 'O cupom {code} vale a partir de {day}.' },
  coupon_paused: { status: 409, text: 'O cupom {code} não está valendo agora.' },
  coupon_exhausted: { status: 409, text: 'O cupom {code} já foi usado até o limite.' },
  coupon_used: { status: 409, text: 'Você já usou o cupom {code}.' },
  coupon_waiting: {
    status: 409,
    text: 'O cupom {code} já está em um pagamento aberto. Continue nele ou espere até {time}.',
  },
  coupon_other_plan: { status: 422, text: 'O cupom {code} não vale para este plano.' },
  coupon_other_customer: { status: 422, text: 'O cupom {code} não vale para esta conta.' },
  coupon_small_top_up: {
    status: 422,
    text: 'O cupom {code} vale para recargas de {least} créditos ou mais.',
  },
});
