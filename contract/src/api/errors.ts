/**
 * Every error a call can answer: its status and its text, in Portuguese, once.
 * `title` is the dialog the documents name for it; without one it is «Ocorreu um erro».
 * {placeholders} are filled from the refusal's details. Sources: D1 §5, §8; Q-401403, Q-ERRSHAPE.
 */
interface ErrorText {
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  /** A limit of a day: it may be tried again tomorrow (Q-LIMITSTATUS). */
  readonly isOfADay?: true;
}

const define = <const T extends Record<string, ErrorText>>(texts: T): T => texts;

export const errors = define({
  // 401: the five token texts end a session, a refused sign-in shows its text (Q-401403)
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
  // One answer for unknown, revoked and ended keys.
  key_refused: {
    status: 401,
    text: 'Esta chave não vale: não existe, foi revogada ou chegou ao fim.',
  },
  wrong_code: { status: 401, title: 'Tivemos um problema', text: 'Código de 2 fatores incorreto.' },

  // 403: the object is visible, the action is forbidden
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
    isOfADay: true,
    text: 'Limite de {limit} por dia atingido, definido {from}.',
  },
  limit_credits_a_day: {
    status: 429,
    isOfADay: true,
    text: 'Limite de {limit} créditos por dia: restam {left} hoje. Definido {from}.',
  },
  key_credits_a_day: {
    status: 429,
    isOfADay: true,
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

  // 404: the object does not exist or is outside the caller's tree; the answers are the same
  not_found: { status: 404, text: 'Não encontrado.' },
  unknown_host: {
    status: 421,
    text: 'Este endereço não é desta instalação. Abra o painel pelo endereço da administração.',
  },
  recharge_not_found: { status: 404, text: 'Não foi possível encontrar esta recarga' },
  channel_missing: { status: 404, text: 'Este canal ainda não foi configurado.' },
  suppression_not_found: { status: 404, text: 'Este endereço não está mais na lista.' },
  api_key_not_found: { status: 404, text: 'Não foi possível encontrar esta chave ativa' },
  push_browser_not_found: {
    status: 404,
    text: 'Os avisos já estavam desligados nesse navegador.',
  },
  webhook_not_found: { status: 404, text: 'Não foi possível encontrar este endereço' },
  webhook_message_not_found: { status: 404, text: 'Não foi possível encontrar este envio' },
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
  line_not_found: { status: 404, text: 'Não foi possível encontrar a linha' },
  reseller_not_found: { status: 404, text: 'Não foi possível encontrar a revenda' },

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

  // 409, 413, 400: the request itself
  webhooks_too_many: {
    status: 409,
    text: 'Uma conta tem no máximo {most} endereços de webhook. Tire um antes.',
  },
  webhook_off: { status: 409, text: 'Este endereço está desligado. Ligue-o antes.' },
  webhook_message_waiting: { status: 409, text: 'Este envio ainda não terminou.' },
  api_keys_too_many: {
    status: 409,
    text: 'Uma conta tem no máximo {most} chaves ativas. Revogue uma antes.',
  },
  hostname_not_found: { status: 404, text: 'Não foi possível encontrar este DNS' },
  brand_not_found: { status: 404, text: 'Esta marca não existe mais' },
  background_not_found: { status: 404, text: 'Este plano de fundo não existe mais' },
  message_not_found: { status: 404, text: 'Não foi possível encontrar esta mensagem' },
  franchise_not_found: { status: 404, text: 'Não foi possível encontrar esta franquia' },
  hostname_renewing: {
    status: 409,
    text: 'Este DNS já está sendo renovado. Espere terminar.',
  },
  probe_place_not_found: { status: 404, text: 'Este ponto de verificação não existe mais' },
  probe_place_taken: { status: 409, text: 'Já existe um ponto de verificação com este nome.' },
  probe_places_too_many: {
    status: 409,
    text: 'São no máximo {most} pontos de verificação. Revogue um antes.',
  },
  probe_report_refused: { status: 401, text: 'Este relatório não é de um ponto conhecido.' },
  probe_report_late: {
    status: 409,
    text: 'Este relatório chegou tarde demais, ou já tinha chegado.',
  },
  registrar_without_funds: {
    status: 409,
    text: 'O registrador está sem saldo para este pedido. Nada foi cobrado: avise a administração.',
  },
  dns_provider_first: {
    status: 409,
    text: 'Prove antes um provedor de DNS: sem ele o que se compra não teria para onde levar.',
  },
  registrar_first: {
    status: 409,
    text: 'O registrador real precisa deste provedor. Volte antes o registrador para o de teste.',
  },
  purchases_open: {
    status: 409,
    text: 'Há pedidos cujo resultado ainda não se sabe. Espere que terminem para trocar a chave.',
  },
  record_foreign: {
    status: 409,
    text: 'Este registro foi alterado por fora, e o painel não o muda. Assuma-o antes.',
  },
  record_not_foreign: {
    status: 409,
    text: 'Este registro não está alterado por fora. Atualize a lista.',
  },
  cname_is_hostname: {
    status: 409,
    text: 'Este nome é um DNS comprado, que já leva ao player.',
  },
  hostname_taken: { status: 409, text: 'Este DNS já está cadastrado.' },
  hostname_in_rotation: { status: 409, text: 'Este DNS já está no rodízio desta franquia.' },
  hostname_elsewhere: { status: 409, text: 'Este DNS é de outra revenda, ou foi removido.' },
  hostname_collected: { status: 409, text: 'Um destes DNS já é acompanhado nesta rede.' },
  activator_not_found: { status: 404, text: 'Não foi possível encontrar este ativador' },
  line_server_name_taken: { status: 409, text: 'Já existe um servidor de linhas com este nome.' },
  line_server_without_products: {
    status: 409,
    text: 'Diga primeiro o que este servidor atende: sem correspondência ele não recebe linhas novas.',
  },
  line_server_key_refused: {
    status: 422,
    text: 'O servidor respondeu e recusou a chave. Confira se ela é de um administrador ativo.',
  },
  line_server_offer_unknown: {
    status: 422,
    text: 'O servidor não oferece mais um dos pacotes escolhidos. Prove o servidor de novo para ler a lista.',
  },
  balancer_name_taken: { status: 409, text: 'Já existe um balanceador com este nome.' },
  balancer_ip_taken: { status: 409, text: 'Já existe um balanceador com este IP.' },
  balancer_in_use: {
    status: 409,
    text: 'CNAMEs ainda levam a este balanceador. Leve-os a outro antes de excluir.',
  },
  cname_taken: { status: 409, text: 'Este CNAME já está na lista.' },
  cname_moved: {
    status: 409,
    text: 'Este CNAME foi trocado nesse meio tempo. Atualize a lista e tente de novo.',
  },
  network_taken: { status: 409, text: 'Esta rede já está entre as isentas.' },
  ticket_finished: {
    status: 409,
    text: 'Este ticket foi finalizado e não recebe mais mensagens. Abra outro se for preciso.',
  },
  ticket_blocked: {
    status: 409,
    text: 'Este ticket foi bloqueado pela administração: só ela escreve nele.',
  },
  ticket_without_chat: {
    status: 409,
    text: 'Mensagens da administração não têm chat. Abra um ticket para responder.',
  },
  ticket_full: {
    status: 409,
    text: 'Este ticket já tem mensagens demais. Abra outro para continuar.',
  },
  ticket_not_in_progress: {
    status: 409,
    text: 'Só um ticket em andamento pode ser finalizado.',
  },
  ticket_pending: {
    status: 409,
    text: 'Um ticket pendente não pode ser bloqueado: responda antes.',
  },
  message_passed_on: { status: 409, text: 'Esta mensagem já foi repassada.' },
  nobody_below: { status: 409, text: 'Não há revenda abaixo desta conta.' },
  ticket_blocked_already: { status: 409, text: 'Este ticket já está bloqueado.' },
  exemption_used: {
    status: 409,
    text: 'Este cliente já veio desta lista sem custo, e só vem assim uma vez. Confira o custo e envie de novo.',
  },
  cost_changed: {
    status: 409,
    text: 'O custo mudou: agora é {cost}. Confira e envie de novo.',
  },
  price_changed: {
    status: 409,
    text: 'O preço mudou: agora é {price}. Confira e peça de novo.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Atenção',
    text: 'Outra pessoa, ou você em outra aba, alterou isto enquanto você editava. Nada foi gravado: copie o que digitou, cancele ou descarte, e aplique de novo sobre o que está agora.',
  },
  line_blocked_already: { status: 409, text: 'Esta linha já está bloqueada por abuso.' },
  line_not_blocked: { status: 409, text: 'Esta linha não está bloqueada por abuso.' },
  panel_import_busy: {
    status: 409,
    text: 'Esta mudança de painel está em andamento ou já foi esquecida.',
  },
  panel_import_brought: {
    status: 409,
    text: 'Esta mudança trouxe revendas ou linhas. Desfaça-a antes de descartar o arquivo.',
  },
  line_file_imported: { status: 409, text: 'Este arquivo já foi importado.' },
  line_file_busy: {
    status: 409,
    text: 'Outro arquivo seu ainda está sendo lido. Espere ele terminar e envie de novo.',
  },
  batches_too_many: {
    status: 409,
    text: 'Você já tem {most} lotes em andamento. Espere um terminar ou pare um deles.',
  },
  tasks_too_many: {
    status: 409,
    text: 'Você já tem {most} trabalhos em andamento. Espere um terminar ou pare um deles.',
  },
  line_was_refused: {
    status: 409,
    text: 'O servidor recusou esta linha e os créditos dela voltaram. Crie outra.',
  },
  line_server_in_use: {
    status: 409,
    text: 'Ainda há linhas neste servidor. Só um servidor vazio pode ser excluído.',
  },
  batch_running: { status: 409, text: 'Este lote ainda está em andamento.' },
  batch_undone: { status: 409, text: 'Isto já foi desfeito.' },
  selection_changed: {
    status: 409,
    text: 'A seleção mudou: agora são {count} linhas. Confira de novo antes de começar.',
  },
  batch_finished: { status: 409, text: 'Este lote já terminou: não resta nenhuma linha.' },
  export_not_ready: { status: 409, text: 'O arquivo ainda está sendo gerado.' },
  second_factor_configured: {
    status: 409,
    title: 'Erro',
    text: 'O 2FA desta conta já está configurado. Com a senha e um código, desligue ou troque em Meu perfil; sem o aparelho, só a administração pode recuperá-lo.',
  },
  second_factor_not_started: {
    status: 409,
    title: 'Erro',
    text: 'Comece a configuração de novo: este QR code não vale mais.',
  },
  second_factor_missing: {
    status: 409,
    title: 'Erro',
    text: 'Esta conta não tem 2FA configurado.',
  },
  passkey_none_here: {
    status: 409,
    title: 'Erro',
    text: 'Esta conta não tem uma chave de acesso deste endereço.',
  },
  restore_expired: {
    status: 409,
    text: 'O prazo de 30 dias para restaurar esta revenda já passou.',
  },
  owner_deleted: {
    status: 409,
    text: 'O dono desta revenda também foi excluído. Restaure primeiro {owner}.',
  },
  line_restore_expired: {
    status: 409,
    text: 'O prazo de 30 dias para restaurar esta linha já passou.',
  },
  line_owner_deleted: {
    status: 409,
    text: 'O dono desta linha também foi excluído. Restaure primeiro a revenda {owner}.',
  },
  device_taken: {
    status: 409,
    title: 'Erro!',
    text: 'Este MAC já está em uso neste aplicativo. Confira o que foi digitado; se estiver certo, fale com quem vende para você.',
  },
  devices_too_many: { status: 409, title: 'Erro!', text: 'Esta linha já tem dez aparelhos.' },
  passkeys_too_many: { status: 409, text: 'Esta conta já tem dez chaves de acesso.' },
  in_quarantine: {
    status: 409,
    text: 'O painel foi restaurado de um backup e ainda está em quarentena. Tente de novo quando for liberado.',
  },
  not_in_quarantine: { status: 409, text: 'O painel não está em quarentena.' },
  nothing_to_do_outside: {
    status: 409,
    text: 'Lá fora isto não existe mais assim. Leia de novo o que houve.',
  },
  backup_missing: {
    status: 409,
    text: 'Ainda não há cópia para ensaiar. Faça um backup primeiro.',
  },
  backup_key_missing: {
    status: 409,
    text: 'Ainda não há chave para os backups. Cadastre a chave pública primeiro.',
  },
  backup_remote_is_folder: {
    status: 409,
    text: 'Este lugar é uma pasta que quem opera a máquina definiu no ambiente.',
  },
  import_running: {
    status: 409,
    text: 'Já há uma importação desta lista em andamento. Espere terminar ou descarte-a.',
  },
  import_not_ready: { status: 409, text: 'Esta importação não está pronta para ser aplicada.' },
  guide_running: { status: 409, text: 'Este guia já está sendo lido. Espere terminar.' },
  bouquet_in_use: { status: 409, text: 'Este bouquet está em uso por pacotes ou linhas.' },
  package_in_use: { status: 409, text: 'Este pacote está em uso por linhas.' },
  key_reused: {
    status: 409,
    text: 'Um pedido anterior já foi recebido com outros dados: veja na lista se foi feito. Para enviar este também, confirme de novo.',
  },
  body_too_large: { status: 413, text: 'Os dados enviados são grandes demais.' },
  body_too_slow: {
    status: 408,
    text: 'Os dados demoraram demais para chegar. Confira a sua conexão e envie de novo.',
  },
  body_unreadable: { status: 400, text: 'Os dados enviados não puderam ser lidos.' },

  reminder_closed: {
    status: 409,
    text: 'Este lembrete já saiu por outro canal, ou não é mais devido. Atualize a lista.',
  },
  reminder_channel_not_ready: { status: 409, text: '{channel}: {problem}' },
  telegram_bot_missing: {
    status: 409,
    text: 'Ainda não há um robô do Telegram. Peça à administração para cadastrar um.',
  },

  // 422: the fields
  preview_not_offered: {
    status: 422,
    text: 'Esta chamada não pode ser simulada com preview. Nada foi feito.',
  },
  reminder_thresholds_full: { status: 422, text: 'São no máximo {most} avisos.' },
  line_file_unreadable: { status: 422, text: '{reason}' },
  panel_dump_unreadable: { status: 422, text: '{reason}' },
  line_server_not_xui: {
    status: 422,
    text: 'Só se trazem linhas de IPTV de um servidor XUI.ONE ou XC_VM.',
  },
  panel_import_not_judged: {
    status: 422,
    text: 'Confira a correspondência antes: ainda não há nada para trazer.',
  },
  line_file_not_judged: {
    status: 422,
    text: 'Confira o arquivo antes: ainda não há nenhuma linha para importar.',
  },
  line_file_row_refused: { status: 422, text: '{reason}' },
  list_views_full: {
    status: 422,
    text: 'Cada lista guarda até {most} visões. Apague uma para guardar outra.',
  },
  sort_too_many: {
    status: 422,
    text: 'São mais de 10.000 para ordenar por esta coluna. Filtre a lista antes de ordenar por ela.',
  },
  batch_empty: { status: 422, text: 'Nenhuma linha corresponde ao que foi selecionado.' },
  batch_too_large: {
    status: 422,
    text: 'São mais de {most} linhas de uma vez. Use os filtros e faça em partes.',
  },
  ticket_incomplete: { status: 422, text: 'Por favor, insira todos os campos corretamente.' },
  message_blank: { status: 422, text: 'A mensagem não pode ser em branco' },
  picture_unreadable: {
    status: 422,
    text: 'Este arquivo não é uma imagem que se possa abrir. Envie {formats}.',
  },
  brand_host_taken: {
    status: 422,
    text: 'O endereço {host} já é da marca {name}. Um endereço mostra uma marca só.',
  },
  brands_too_many: { status: 422, text: 'Já há {most} marcas. Exclua uma antes de criar outra.' },
  brand_pictures_too_many: {
    status: 422,
    text: 'Há imagens demais enviadas e sem uso. Publique a marca, ou tente de novo amanhã.',
  },
  backgrounds_too_many: {
    status: 422,
    text: 'Já há {most} planos de fundo. Remova um antes de enviar outro.',
  },
  pictures_too_many: {
    status: 422,
    text: 'Há imagens demais esperando para ser enviadas. Envie a mensagem antes de escolher outras.',
  },
  no_items_to_export: { status: 422, text: 'Nenhum item encontrado!' },
  ticket_answers_full: { status: 422, text: 'São no máximo {most} respostas prontas.' },
  nothing_to_export: { status: 422, text: 'Não há dados para exportar.' },
  code_2fa_missing: { status: 422, title: 'Erro', text: 'Código 2FA não informado!' },
  code_2fa_wrong: {
    status: 422,
    title: 'Erro',
    text: 'Código 2FA incorreto ou já usado. Espere o próximo e tente de novo.',
  },
  current_password_wrong: { status: 422, title: 'Erro', text: 'A senha atual não confere.' },
  passkey_refused: {
    status: 422,
    title: 'Erro',
    text: 'A chave de acesso não foi aceita. Tente de novo.',
  },
  passkey_needs_tls: {
    status: 422,
    title: 'Erro',
    text: 'Chaves de acesso precisam de um endereço seguro (https).',
  },
  new_master_unknown: { status: 422, text: 'O novo dono não existe ou não pode ter revendas.' },
  new_master_below: {
    status: 422,
    text: 'O novo dono está dentro da rede desta revenda: ela ficaria abaixo de si mesma.',
  },
  limit_lowest_price: {
    status: 422,
    text: 'O menor preço por crédito é {limit}, definido {from}.',
  },
  limit_looser: {
    status: 422,
    text: 'Um limite só pode ser mais apertado que o de quem está acima.',
  },
  invalid_fields: { status: 422, text: 'Por favor, preencha todos os campos corretamente' },
  temporary_channel_taken: {
    status: 409,
    text: 'Já há um canal temporário com este nome no player.',
  },
  temporary_channel_over: { status: 422, text: 'Escolha uma hora que ainda não passou.' },
  temporary_channels_full: {
    status: 409,
    text: 'Já há {most} canais temporários. Tire os que acabaram antes de pôr outro.',
  },
  temporary_category_taken: { status: 409, text: 'Já existe uma categoria com este ID.' },
  name_taken: { status: 422, text: 'Já existe um item com este nome.' },
  address_missing: { status: 422, text: 'Informe o endereço primeiro.' },
  package_missing: { status: 422, text: 'Por favor, é necessário selecionar algum pacote' },
  package_unknown: {
    status: 422,
    text: 'Este pacote não existe ou não serve para este tipo de linha.',
  },
  bouquet_unknown: {
    status: 422,
    text: 'Este pacote personalizado tem um bouquet que não existe.',
  },
  backup_remote_failed: {
    status: 422,
    title: 'O lugar não passou na prova',
    text: '{reason} Nada foi mudado.',
  },
  backup_word_wrong: { status: 422, text: 'A palavra não confere. A chave fica por comprovar.' },
  imported_name_wrong: {
    status: 422,
    text: 'O usuário «{username}» não serve para {platform}: use {rule}.',
  },
  imported_password_wrong: {
    status: 422,
    text: 'A senha da lista não serve: use de 4 a 40 letras, números ou . _ @ ! $ ~ -',
  },
  imported_name_taken: {
    status: 422,
    text: 'O usuário {username} já existe aqui. Se for o mesmo cliente, procure-o na listagem.',
  },
  due_date_wrong: { status: 422, text: 'Data de vencimento inválida' },
  username_taken: {
    status: 422,
    text: 'Este usuário já existe. Escolha outro ou deixe em branco.',
  },
  account_taken: { status: 422, text: 'Já existe uma conta com este usuário.' },
  id_mismatch: { status: 422, text: 'O id_iptv não corresponde a esta linha.' },
  human_check_failed: {
    status: 422,
    title: 'Atenção',
    text: 'A verificação humana não valeu ou já foi usada. Tente de novo.',
  },
  activation_code_missing: {
    status: 422,
    title: 'Formulario invalido',
    text: 'Código deve ser informado!',
  },
  activation_code_unknown: {
    status: 422,
    text: 'Nenhum aparelho está mostrando este código. Confira os números na tela dele.',
  },
  activation_code_expired: {
    status: 422,
    text: 'Este código já expirou. Use o novo código que o aparelho mostra.',
  },
  activation_code_used: {
    status: 422,
    text: 'Este código já foi usado: cada um cria uma linha só.',
  },
  insufficient_credits: { status: 422, text: 'Créditos insuficientes' },
  portal_credit_exceeds: {
    status: 422,
    text: 'Os créditos para recarga não podem exceder o total de créditos disponíveis.',
  },
  portal_return_exceeds: {
    status: 422,
    text: 'Os créditos para devolução não podem exceder o total de créditos no portal.',
  },
  recharge_not_refundable: { status: 409, text: 'Só um pagamento recebido pode ser estornado.' },
  refund_refused: {
    status: 409,
    text: 'O Mercado Pago recusou o estorno. Confira o saldo da conta e o prazo de 180 dias.',
  },
  payments_not_ready: {
    status: 409,
    text: 'Os pagamentos ainda não estão prontos aqui. Fale com quem vende para você.',
  },
  payment_refused: {
    status: 409,
    text: 'O pagamento não pôde ser criado. Tente de novo ou fale com quem vende para você.',
  },
  payments_not_configured: { status: 409, text: 'Pagamentos não configurados' },
  recharge_not_returned: {
    status: 409,
    text: 'O dinheiro deste pagamento não voltou: não há dias a dar de novo.',
  },
  sandbox_act_too_late: { status: 409, text: 'Este pagamento já está em outra situação.' },
  registrar_key_refused: {
    status: 422,
    title: 'Erro',
    text: 'O registrador recusou esta chave: {problem}',
  },
  dns_key_refused: {
    status: 422,
    title: 'Erro',
    text: 'O provedor de DNS recusou: {problem}',
  },
  mail_password_missing: {
    status: 422,
    text: 'Escreva também a senha deste usuário no servidor de e-mail.',
  },
  test_message_failed: {
    status: 422,
    title: 'Erro',
    text: 'A mensagem de teste não saiu. {reason}',
  },
  address_link_over: {
    status: 422,
    title: 'Este link não vale mais',
    text: 'Guarde o e-mail de novo em Avisos, e outro link chega nele.',
  },
  telegram_token_refused: {
    status: 422,
    title: 'Erro',
    text: 'O Telegram não conhece este token. Copie-o da conversa com o @BotFather e tente de novo.',
  },
  whatsapp_refused: { status: 422, text: 'A Meta recusou: {reason}' },
  whatsapp_number_taken: { status: 422, text: 'Este número já é de outra franquia.' },
  telegram_bot_taken: {
    status: 422,
    title: 'Erro',
    text: 'Este bot já serve a outra franquia. Crie um bot para cada uma.',
  },
  telegram_not_connected: {
    status: 422,
    text: 'Conecte primeiro o seu Telegram, em «Minha conta».',
  },
  tmdb_key_refused: {
    status: 422,
    title: 'Erro',
    text: 'O TMDB recusou esta chave. Copie-a da página da sua conta e tente de novo.',
  },
  payment_keys_refused: {
    status: 422,
    title: 'Erro',
    text: 'O Mercado Pago recusou estas chaves. Copie as credenciais de produção da aplicação e tente de novo.',
  },
  minimum_operation: { status: 422, text: 'A operação mínima é de 10 créditos.' },
  child_insufficient_credits: { status: 422, text: 'A revenda não tem esse saldo para retirar.' },
  trial_not_renewable: {
    status: 422,
    text: 'Um teste não pode ser renovado. Use «Ativar como oficial» para este cliente.',
  },
  line_official_now: { status: 422, text: 'Virou oficial: ficou como está.' },
  line_renewed: { status: 422, text: 'Foi renovada: ficou como está.' },
  line_already_official: {
    status: 422,
    text: 'Esta linha já é oficial, como toda linha paga ou criada por código. Para dar mais tempo, use Estender.',
  },
  promotion_blocked: {
    status: 422,
    text: 'Este teste está bloqueado por abuso e só pode ser ativado depois de desbloqueado.',
  },
  trust_used: {
    status: 422,
    text: 'A confiança já foi dada neste período. Ela volta depois da próxima renovação paga.',
  },
  line_expired: { status: 422, text: 'Esta linha já venceu. Renove antes de ajustar o horário.' },
  migration_plan_missing: {
    status: 422,
    title: 'Atenção',
    text: 'É necessário selecionar um pacote para migração',
  },
  migration_expired: {
    status: 422,
    text: 'Esta linha já venceu: não há tempo para levar. Uma linha oficial pode ser renovada antes de migrar.',
  },
  migration_blocked: {
    status: 422,
    text: 'Esta linha está bloqueada por abuso e só migra depois de desbloqueada.',
  },
  hostname_not_free: { status: 422, text: 'Este DNS não está livre. Escolha outro nome.' },
  balancer_unknown_ip: { status: 422, text: 'Nenhum balanceador em uso tem este IP.' },
  network_invalid: {
    status: 422,
    text: 'Escreva um IP ou uma rede, como 203.0.113.7 ou 203.0.113.0/24.',
  },
  rollback_out_of_range: {
    status: 422,
    title: 'Data inválida',
    text: 'Só é possível retroceder no máximo até {date}',
  },
  rollback_not_earlier: {
    status: 422,
    title: 'Data inválida',
    text: 'Escolha um dia antes do vencimento atual, {date}.',
  },

  // 429, 503, 500
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
    text: 'O Mercado Pago não respondeu. Nada foi mudado; tente de novo em instantes.',
  },
  overloaded: { status: 503, text: 'O sistema está cheio agora. Tente de novo em instantes.' },
  internal: { status: 500, text: 'Erro inesperado. Se continuar, informe o código {request}.' },
});

export type ErrorCode = keyof typeof errors;

/** The one body of every error (Q-ERRSHAPE): the same text under both first keys. */
export interface ErrorBody {
  message: string;
  error: string;
  code: ErrorCode;
  title?: string;
  /** Field name on the wire -> text to show under it. */
  fields?: Record<string, string>;
}

export interface RefusalDetails {
  /** Fills {placeholders} of the text. */
  readonly values?: Record<string, string | number>;
  readonly fields?: Record<string, string>;
  readonly retryAfterSeconds?: number;
}

/** Use cases refuse by code, never by status. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(errorText(code, details.values));
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details);
}

export function errorText(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errors[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function errorStatus(code: ErrorCode): number {
  return errors[code].status;
}

export const isLimitOfADay = (code: ErrorCode): boolean => {
  const error: ErrorText = errors[code];
  return error.isOfADay === true;
};

export function errorBody(code: ErrorCode, details: RefusalDetails = {}): ErrorBody {
  const text = errorText(code, details.values);
  const { title } = errors[code] as ErrorText;
  return {
    message: text,
    error: text,
    code,
    ...(title ? { title } : {}),
    ...(details.fields ? { fields: details.fields } : {}),
  };
}
