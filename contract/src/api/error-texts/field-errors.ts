/** Errors about the fields of a request. Most have the status 422. */
import { defineErrors } from './define-errors.ts';

export const fieldErrors = defineErrors({
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
  panel_import_not_checked: {
    status: 422,
    text: 'Confira a correspondência antes: ainda não há nada para trazer.',
  },
  line_file_not_checked: {
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
    text: 'O {provider} recusou o estorno. Confira o saldo da conta e o prazo de 180 dias.',
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
  receiver_not_stated: {
    status: 409,
    text: 'Diga antes se quem recebe é empresa (CNPJ) ou pessoa (CPF).',
  },
  receiver_incomplete: {
    status: 422,
    text: 'Para empresa, escreva o CNPJ e a data de abertura.',
  },
  asaas_key_refused: {
    status: 422,
    text: 'O Asaas recusou esta chave. Copie de novo em Integrações, «Chaves de API», e confira se é da conta de produção.',
  },
  asaas_key_not_permitted: {
    status: 422,
    text: 'Falta permissão nesta chave. No Asaas, marque a leitura da conta, o Pix e o Pix Automático, e salve de novo.',
  },
  asaas_key_of_sandbox: {
    status: 422,
    text: 'A chave não é deste ambiente: ela é do Sandbox do Asaas, onde nenhum dinheiro se move.',
  },
  asaas_other_receiver: {
    status: 422,
    text: 'A conta desta chave está em nome de outro CPF ou CNPJ. Confira quem recebe.',
  },
  woovi_key_refused: {
    status: 422,
    text: 'O Woovi recusou esta chave. Copie de novo o AppID em API/Plugins, e confira se ele pode ler a empresa.',
  },
  woovi_key_of_sandbox: {
    status: 422,
    text: 'A chave não é deste ambiente: ela é da conta de testes do Woovi, onde nenhum dinheiro se move.',
  },
  provider_not_connected: { status: 409, text: 'Este provedor não está ligado nesta conta.' },
  recurring_not_eligible: { status: 409, text: '{reason}' },
  recurring_not_offered: {
    status: 422,
    text: 'Renovar sozinho não é oferecido para este plano agora. Você pode pagar só desta vez.',
  },
  authorization_exists: { status: 409, text: 'Este plano já renova sozinho.' },
  payer_refused: { status: 422, text: 'Este CPF não confere. Veja os números.' },
  authorization_not_prepared: {
    status: 409,
    text: 'Não deu para preparar o Pix Automático. Nada foi cobrado. Você pode pagar só desta vez.',
  },
  authorization_ended: { status: 409, text: 'Esta autorização já foi encerrada.' },
  debit_running: {
    status: 409,
    text: 'O débito já está no banco. Espere o resultado para pagar à mão.',
  },
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
});
