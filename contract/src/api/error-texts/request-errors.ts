/** Errors about the state of the object or about the request itself. Most have the status 409. */
import { defineErrors } from './define-errors.ts';

export const requestErrors = defineErrors({
  undo_over: {
    status: 409,
    title: 'Não deu para desfazer',
    text: 'O tempo para desfazer acabou. Nada foi desfeito.',
  },
  undo_changed: {
    status: 409,
    title: 'Não deu para desfazer',
    text: 'Esta linha já mudou de novo. Nada foi desfeito.',
  },
  undo_done: {
    status: 409,
    title: 'Não deu para desfazer',
    text: 'Isto já foi desfeito.',
  },
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
  sigma_refused: { status: 400, text: '{reason}' },
  chatbot_addresses_too_many: {
    status: 409,
    text: 'Uma conta tem no máximo {most} endereços de robô. Revogue um antes.',
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
  node_not_found: { status: 404, text: 'Este nó não existe mais' },
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
  ticket_not_finished: { status: 409, text: 'Só um ticket finalizado pode ser reaberto.' },
  postponement_past: { status: 422, text: 'Já passou das 18:00. Escolha outra hora.' },
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
  costs_too_many: {
    status: 409,
    text: 'Uma conta tem no máximo {most} custos lançados. Tire um antes.',
  },
  cost_closed: {
    status: 409,
    text: 'O mês deste custo já fechou. Ele fica como está.',
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
  box_on_own_line: { status: 409, text: 'Este MAC já está na linha de {line}.' },
  box_line_elsewhere: {
    status: 409,
    text: 'Esta linha fica em outro servidor, que não conhece as caixas daqui. Cadastre o MAC lá.',
  },
  box_taken: { status: 409, text: 'Este MAC não pode ser usado.' },
  boxes_too_many: { status: 409, text: 'Esta linha já tem dez caixas. Remova uma antes.' },
  box_no_other_device: {
    status: 409,
    text: 'Nenhum outro aparelho pede este MAC agora. Atualize a lista.',
  },
  box_off: { status: 409, text: 'A caixa está desligada. Tente de novo quando ela ligar.' },
  box_orders_too_many: {
    status: 409,
    text: 'Esta caixa já tem muitas ordens na fila. Espere ela ligar.',
  },
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
  upgrade_copy_missing: {
    status: 409,
    text: 'Não há cópia de antes da atualização. Para voltar, use um backup.',
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
});
