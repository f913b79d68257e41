/**
 * The title of each kind of event, in Portuguese. A test reads the server's code and fails for a recorded
 * kind that has no title here.
 */
import { foldText } from '@ramal/contract/rules/text';

export const logTitles: Readonly<Record<string, string>> = {
  'line-created': 'Linha criada',
  'line-extended': 'Linha renovada',
  'line-imported': 'Linha trazida de outra lista',
  'line-promoted': 'Teste ativado como oficial',
  'line-switched-on': 'Linha ligada',
  'line-switched-off': 'Linha desligada',
  'line-deleted': 'Linha deletada',
  'line-restored': 'Linha restaurada',
  'line-trusted': 'Confiança de 48 horas',
  'line-end-of-day': 'Vencimento levado para 23:59',
  'line-rolled-back': 'Vencimento retrocedido',
  'line-edited': 'Dados da linha editados',
  'line-password-renewed': 'Senha nova da linha',
  'line-whatsapp-set': 'WhatsApp guardado',
  'line-migrated': 'Linha migrada para outra plataforma',
  'line-recreated': 'Linha recriada',
  'line-synced': 'Linha sincronizada',
  'viewing-ended': 'Exibição encerrada',
  'line-suspected': 'Suspeita de abuso',
  'line-blocked-for-abuse': 'Linha bloqueada por abuso',
  'line-unblocked': 'Linha desbloqueada, com senha nova',
  'abuse-dismissed': 'Suspeita de abuso descartada',
  'device-bound': 'Aparelho ligado à linha',
  'device-unbound': 'Aparelho desligado da linha',
  'device-reset': 'MAC do aparelho resetado',
  'device-claimed': 'Aparelho assumiu o MAC',

  'ticket-opened': 'Ticket aberto',
  'ticket-message-sent': 'Mensagem no ticket',
  'ticket-answered': 'Ticket respondido',
  'ticket-finished': 'Ticket finalizado',
  'ticket-blocked': 'Ticket bloqueado',
  'ticket-message-removed': 'Mensagem de ticket removida',
  'ticket-assigned': 'Responsável pelo ticket',
  'tickets-exported': 'Tickets exportados',

  'batch-started': 'Trabalho em lote pedido',
  'batch-continued': 'Trabalho em lote retomado',
  'task-stopped': 'Trabalho parado',
  'line-file-sent': 'Arquivo de clientes enviado',
  'line-file-discarded': 'Arquivo de clientes descartado',
  'lines-exported': 'Clientes exportados com as senhas',

  'credits-given': 'Créditos adicionados',
  'credits-withdrawn': 'Créditos retirados',

  'portal-credited': 'Créditos passados para o portal',
  'portal-returned': 'Créditos devolvidos do portal',
  'credit-value-set': 'Valor do crédito no portal alterado',
  'plan-prices-set': 'Preços do portal alterados',
  'payment-keys-set': 'Chaves do Mercado Pago trocadas',

  'reseller-created': 'Revenda cadastrada',
  'reseller-edited': 'Dados da revenda editados',
  'reseller-moved': 'Revenda movida de dono',
  'reseller-deleted': 'Revenda excluída',
  'network-deleted': 'Rede excluída',
  'tree-deleted': 'Revenda e sua rede excluídas',
  'deletion-undone': 'Exclusão desfeita',
  'reseller-restored': 'Revenda restaurada',
  'admin-created': 'Conta de administração cadastrada',
  'master-changed': 'Permissão de ter revendas alterada',
  'grants-changed': 'Permissões alteradas',
  'limits-set': 'Limites alterados',
  'account-blocked': 'Conta bloqueada',
  'account-unblocked': 'Conta desbloqueada',

  'signed-in': 'Entrou no painel',
  'signed-out': 'Saiu do painel',
  'sign-in-refused': 'Entrada recusada',
  'sign-in-ended': 'Acesso encerrado',
  'other-sign-ins-ended': 'Outros acessos encerrados',
  'password-changed': 'Senha do painel trocada',
  'password-change-refused': 'Troca de senha recusada',
  'admin-reset': 'Senha da administração refeita no servidor',

  'message-text-saved': 'Texto para clientes alterado',
  'message-text-reset': 'Texto para clientes voltou ao padrão',
  'link-host-set': 'Endereço dos links alterado',

  'second-factor-enabled': 'Segundo fator configurado',
  'second-factor-disabled': 'Segundo fator desligado',
  'second-factor-prepared': 'Novo QR code de segundo fator preparado',
  'second-factor-used': 'Código de segundo fator usado',
  'second-factor-rule-set': 'Exigência de segundo fator alterada',
  'second-factor-removed': 'Segundo fator removido',
  'second-factor-replaced': 'Segundo fator trocado',
  'second-factor-refused': 'Código de segundo fator recusado',
  'recovery-code-used': 'Código de recuperação usado',
  'recovery-codes-renewed': 'Códigos de recuperação novos',
  'passkey-added': 'Chave de acesso cadastrada',
  'passkey-removed': 'Chave de acesso removida',
  'passkey-refused': 'Chave de acesso recusada',

  'function-switched': 'Função ligada ou desligada',
  'abuse-blocking-set': 'Bloqueio automático por abuso alterado',
  'exemption-saved': 'DNS isento cadastrado',
  'exemption-deleted': 'DNS isento removido',
  'package-created': 'Pacote criado',
  'package-edited': 'Pacote alterado',
  'package-deleted': 'Pacote apagado',
  'bouquet-created': 'Bouquet criado',
  'bouquet-edited': 'Bouquet alterado',
  'bouquet-deleted': 'Bouquet apagado',
  'category-edited': 'Categoria alterada',
  'stream-edited': 'Item do catálogo alterado',
  'series-edited': 'Série alterada',
  'list-created': 'Lista cadastrada',
  'list-edited': 'Lista alterada',
  'list-deleted': 'Lista apagada',
  'import-started': 'Importação pedida',
  'import-applied': 'Importação aplicada',
  'import-discarded': 'Importação descartada',
  'sources-checked': 'Verificação de fontes pedida',
  'guide-created': 'Guia cadastrado',
  'guide-edited': 'Guia alterado',
  'guide-deleted': 'Guia apagado',
  'guide-read': 'Leitura de guia pedida',
};

export const hasSentence = (kind: string): boolean => kind in logTitles;

/** A kind that this build does not know, written by an older or newer one, gets a general title. */
export const titleOf = (kind: string): string => logTitles[kind] ?? `Outra ação (${kind})`;

/** The kinds whose words contain a text, ignoring accents and case. */
export function kindsWithText(text: string): string[] {
  const input = foldText(text);
  return Object.keys(logTitles).filter((kind) => foldText(logTitles[kind]!).includes(input));
}
