/** Errors about limits, upgrades and failures of the server. */
import { defineErrors } from './define-errors.ts';

export const serverErrors = defineErrors({
  live_full: {
    status: 429,
    text: 'Esta conta já tem avisos abertos em navegadores demais. Os avisos chegam com um pequeno atraso.',
  },
  registrar_silent: {
    status: 503,
    text: 'O registrador não respondeu. Nada foi cobrado: tente de novo em instantes.',
  },
  dns_provider_silent: {
    status: 503,
    text: 'O provedor de DNS não respondeu. Nada foi mudado no painel: tente de novo em instantes.',
  },
  live_off: { status: 503, text: 'Os avisos imediatos estão desligados neste servidor.' },
  proof_of_work_required: {
    status: 429,
    title: 'Tivemos um problema',
    text: 'Há muitas tentativas para este usuário. O navegador precisa fazer uma verificação a mais: tente de novo.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Tivemos um problema',
    text: 'Muitas tentativas. Tente de novo em {seconds} segundos.',
  },
  former_release_running: {
    status: 409,
    text: 'O painel está sendo atualizado e um processo da versão anterior ainda não conhece isto. Tente de novo em alguns minutos.',
  },
  unavailable: {
    status: 503,
    text: 'O sistema está se recuperando e nada foi perdido. Tente de novo em instantes.',
  },
  whatsapp_silent: { status: 503, text: 'A Meta não respondeu. Tente de novo em instantes.' },
  telegram_silent: {
    status: 503,
    text: 'O Telegram não respondeu. Nada foi mudado; tente de novo em instantes.',
  },
  line_server_silent: {
    status: 503,
    text: 'O servidor não respondeu como se espera: {reason} Nada foi mudado.',
  },
  tmdb_silent: {
    status: 503,
    text: 'O TMDB não respondeu. Nada foi mudado; tente de novo em instantes.',
  },
  payment_provider_silent: {
    status: 503,
    text: 'O provedor de pagamento não respondeu. Nada foi mudado; tente de novo em instantes.',
  },
  overloaded: { status: 503, text: 'O sistema está cheio agora. Tente de novo em instantes.' },
  internal: { status: 500, text: 'Erro inesperado. Se continuar, informe o código {request}.' },
});
