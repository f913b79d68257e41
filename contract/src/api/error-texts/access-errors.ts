/** Errors about the session, the permission or the object. Most have the status 401, 403 or 404. */
import { defineErrors } from './define-errors.ts';

export const accessErrors = defineErrors({
  // The panel ends the session when it receives one of the five texts about tokens. A rejected
  // sign-in ends no session, and its text is shown (Q-401403).
  token_missing: { status: 401, text: 'Token not provided' },
  token_expired: { status: 401, text: 'Token has expired' },
  token_ended: { status: 401, text: 'The token has been blacklisted' },
  token_forged: { status: 401, text: 'Token Signature could not be verified.' },
  token_without_account: { status: 401, text: 'User not found' },
  wrong_credentials: {
    status: 401,
    title: 'Tivemos um problema',
    text: 'Usuário ou senha incorretos.',
  },
  portal_wrong_credentials: {
    status: 422,
    text: 'Usuário ou senha não conferem. Digite como aparecem no seu aplicativo.',
  },
  portal_key_refused: {
    status: 403,
    text: 'Este acesso não vale mais. Entre com seu usuário e sua senha, ou peça outro link a quem vende para você.',
  },
  credits_not_sold: {
    status: 422,
    text: 'Quem está acima não vende créditos por aqui agora. Peça a recarga a ela.',
  },
  too_few_credits: { status: 422, text: 'O mínimo para comprar são {least} créditos.' },
  plan_without_price: {
    status: 422,
    text: 'Este plano ainda não tem preço no portal: quem vende esta linha põe um em Recargas, em «Preços por plano».',
  },
  plan_not_offered: { status: 422, text: 'Este plano não é oferecido por quem vende para você.' },
  renewal_blocked: {
    status: 422,
    text: 'Esta linha está bloqueada e não pode ser renovada agora. Fale com quem vende para você.',
  },
  renewal_link_blocked: {
    status: 422,
    text: 'Esta linha está bloqueada por abuso e só recebe link de renovação depois de desbloqueada.',
  },
  // Unknown, revoked and expired keys get the same text, so that the caller cannot distinguish
  // them.
  key_refused: {
    status: 401,
    text: 'Esta chave não vale: não existe, foi revogada ou chegou ao fim.',
  },
  wrong_code: { status: 401, title: 'Tivemos um problema', text: 'Código de 2 fatores incorreto.' },

  // Mostly status 403: the caller can see the object, but may not execute the action.
  key_address_refused: {
    status: 403,
    text: 'Esta chave não pode ser usada do endereço {address}.',
  },
  key_scope_missing: { status: 403, text: 'Esta chave não tem o escopo {scope}.' },
  key_not_allowed: {
    status: 403,
    text: 'Esta ação não é feita por chave: entre no painel.',
  },
  forbidden: { status: 403, text: 'Você não tem permissão para fazer isso.' },
  wrong_reg_password: {
    status: 403,
    text: 'A senha de registro não confere. Saia e entre de novo.',
  },
  account_blocked: {
    status: 403,
    title: 'Tivemos um problema',
    text: 'Esta conta está bloqueada. Fale com quem vende para você.',
  },
  login_closed: {
    status: 403,
    title: 'Tivemos um problema',
    text: 'O acesso ao painel está suspenso no momento. Tente de novo mais tarde.',
  },
  platform_off: { status: 403, text: 'A plataforma {platform} está desligada no momento.' },
  tests_off: { status: 403, text: 'Os testes estão desligados no momento.' },
  not_master: { status: 403, text: 'Esta conta não tem permissão para ter revendas abaixo dela.' },
  blocked_by_admin: {
    status: 403,
    text: 'Bloqueada pela administração: só ela pode desbloquear.',
  },
  last_admin: {
    status: 403,
    text: 'Esta é a última conta de administração: não pode ser bloqueada nem excluída.',
  },
  second_factor_required: {
    status: 403,
    text: 'Sua conta precisa de um segundo fator. Configure-o em «Minha conta» para continuar.',
  },
  limit_lines: {
    status: 403,
    text: 'Limite de {limit} atingido, definido {from}.',
  },
  limit_trials_a_day: {
    status: 429,
    isDailyLimit: true,
    text: 'Limite de {limit} por dia atingido, definido {from}.',
  },
  limit_credits_a_day: {
    status: 429,
    isDailyLimit: true,
    text: 'Limite de {limit} créditos por dia: restam {left} hoje. Definido {from}.',
  },
  key_credits_a_day: {
    status: 429,
    isDailyLimit: true,
    text: 'O limite de créditos por dia desta chave não cobre esta ação.',
  },
  limit_platform: { status: 403, text: 'Esta plataforma não está liberada para você {from}.' },
  not_direct_child: { status: 403, text: 'Você só pode mover créditos de suas revendas diretas.' },
  cannot_credit_admin: {
    status: 403,
    text: 'Uma conta de administração não tem saldo de créditos.',
  },

  ticket_not_yours: {
    status: 403,
    text: 'Só quem abriu o ticket e o suporte escrevem nele.',
  },
  admin_no_recharge: { status: 403, text: 'Admins não podem realizar recargas.' },
  admin_no_return: { status: 403, text: 'Admins não podem devolver recargas.' },

  // Mostly status 404. A missing object and an object outside of the caller's tree get the same
  // text.
  not_found: { status: 404, text: 'Não encontrado.' },
  unknown_host: {
    status: 421,
    text: 'Este endereço não é desta instalação. Abra o painel pelo endereço da administração.',
  },
  recharge_not_found: { status: 404, text: 'Não foi possível encontrar esta recarga' },
  authorization_not_found: { status: 404, text: 'Não foi possível encontrar esta autorização' },
  channel_missing: { status: 404, text: 'Este canal ainda não foi configurado.' },
  suppression_not_found: { status: 404, text: 'Este endereço não está mais na lista.' },
  api_key_not_found: { status: 404, text: 'Não foi possível encontrar esta chave ativa' },
  push_browser_not_found: {
    status: 404,
    text: 'Os avisos já estavam desligados nesse navegador.',
  },
  webhook_not_found: { status: 404, text: 'Não foi possível encontrar este endereço' },
  webhook_message_not_found: { status: 404, text: 'Não foi possível encontrar este envio' },
  undo_not_found: { status: 404, text: 'Não há nada para desfazer aqui.' },
  task_not_found: { status: 404, text: 'Não foi possível encontrar este trabalho' },
  line_file_not_found: {
    status: 404,
    text: 'Este arquivo não existe mais. Envie-o de novo.',
  },
  list_view_not_found: { status: 404, text: 'Esta visão não existe mais' },
  batch_not_found: { status: 404, text: 'Não foi possível encontrar este lote' },
  list_not_found: { status: 404, text: 'Não foi possível encontrar a lista' },
  backup_remote_not_found: { status: 404, text: 'Este lugar não está ligado' },
  backup_not_found: { status: 404, text: 'Este backup não está mais guardado' },
  panel_import_not_found: { status: 404, text: 'Esta mudança de painel não existe mais.' },
  import_not_found: { status: 404, text: 'Não foi possível encontrar a importação' },
  stream_not_found: { status: 404, text: 'Não foi possível encontrar este item do catálogo' },
  series_not_found: { status: 404, text: 'Não foi possível encontrar a série' },
  temporary_channel_not_found: {
    status: 404,
    text: 'Não foi possível encontrar este canal temporário',
  },
  category_not_found: { status: 404, text: 'Não foi possível encontrar a categoria' },
  bouquet_not_found: { status: 404, text: 'Não foi possível encontrar o bouquet' },
  package_not_found: { status: 404, text: 'Não foi possível encontrar o pacote' },
  guide_not_found: { status: 404, text: 'Não foi possível encontrar o guia' },
  viewing_not_found: { status: 404, text: 'Esta exibição já terminou' },
  device_not_found: { status: 404, text: 'Este aparelho não está cadastrado' },
  box_not_found: { status: 404, text: 'Esta caixa não está cadastrada' },
  box_request_not_found: { status: 404, text: 'Esta caixa não pede mais uma linha' },
  line_not_found: { status: 404, text: 'Não foi possível encontrar a linha' },
  reseller_not_found: { status: 404, text: 'Não foi possível encontrar a revenda' },
  sigma_customer_not_found: { status: 400, text: 'Não foi possível encontrar este cliente' },
  sigma_user_not_found: { status: 400, text: 'Esta chave não é deste usuário' },
  chatbot_address_not_found: { status: 404, text: 'Este endereço não vale mais.' },
  cost_not_found: { status: 404, text: 'Este custo não existe mais' },

  ticket_not_found: { status: 404, text: 'Não foi possível encontrar este ticket' },
  ticket_message_not_found: { status: 404, text: 'Esta mensagem não existe mais' },
  ticket_answer_not_found: { status: 404, text: 'Esta resposta pronta não existe mais' },
  admin_not_found: { status: 404, text: 'Não foi possível encontrar esta conta de administração' },
  picture_not_found: { status: 404, text: 'Esta imagem não existe mais. Escolha-a de novo.' },
  incident_not_found: { status: 404, text: 'Não há mais tickets abertos sobre este canal' },

  export_not_found: {
    status: 404,
    text: 'Este arquivo não existe ou já expirou. Exporte de novo.',
  },
  passkey_not_found: { status: 404, text: 'Não foi possível encontrar esta chave de acesso' },
  sign_in_not_found: { status: 404, text: 'Este acesso já foi encerrado' },

  ip_not_listed: { status: 404, text: 'Este IP não está mais na lista' },
  balancer_not_found: { status: 404, text: 'Este balanceador não existe mais' },
  line_server_not_found: { status: 404, text: 'Este servidor de linhas não existe mais' },
  move_in_not_found: { status: 404, text: 'Esta mudança não existe mais' },
  media_server_not_found: { status: 404, text: 'Este servidor de mídia não existe mais' },
  cname_not_found: { status: 404, text: 'Este CNAME não está mais na lista' },
  exempt_network_not_found: { status: 404, text: 'Esta rede não está mais entre as isentas' },
  reminder_not_found: { status: 404, text: 'Não foi possível encontrar este lembrete' },
  announcement_not_found: { status: 404, text: 'Este anúncio não existe mais' },
  exemption_not_found: { status: 404, text: 'Este DNS não está mais entre os isentos' },
});
