/** Errors of referrals and of invitations to resellers. */
import { defineErrors } from './define-errors.ts';

export const referralErrors = defineErrors({
  invitation_not_found: {
    status: 404,
    text: 'Não achamos este convite. Confira o endereço com quem mandou.',
  },
  invitation_closed: { status: 409, text: 'Este convite não vale mais. Peça outro a quem mandou.' },
  invitation_without_credits: {
    status: 409,
    text: 'Quem convidou está sem créditos para este convite agora. Fale com quem mandou.',
  },
  invitations_too_many: {
    status: 409,
    text: 'São no máximo {most} convites abertos. Revogue um antes.',
  },
  referral_not_found: { status: 404, text: 'Esta indicação não existe mais' },
  referral_code_unknown: { status: 422, text: 'Este código de indicação não existe.' },
  referral_taken: { status: 409, text: 'Este cliente já foi indicado.' },
  referral_not_waiting: { status: 409, text: 'Esta recompensa já foi resolvida' },
  referrals_off: { status: 409, text: 'A indicação está desligada.' },
});
