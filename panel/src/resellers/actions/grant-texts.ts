/** What each grant opens, in a sentence for the admin who gives it (Q-SPECIALID). */
import type { Grant } from '@ramal/contract/api/access';

export const grantTexts: Record<Grant, { readonly name: string; readonly opens: string }> = {
  'lines.new-p2p': {
    name: 'Novo P2P',
    opens: 'Cria e gerencia usuários da plataforma Novo P2P, com os testes rápidos dela.',
  },
  'lines.migrate-new-p2p': {
    name: 'Migrar Novo P2P',
    opens: 'Leva usuários de outra plataforma para o Novo P2P.',
  },
  games: { name: 'Jogos do dia', opens: 'Publica os jogos do dia e os canais temporários.' },
  extras: {
    name: 'Funções Extra',
    opens: 'Abre a tela de funções extra, que vale para todos os clientes.',
  },
  'dns.fixed': { name: 'DNS fixos', opens: 'Gerencia os DNS fixos da operação.' },
  'logs.export': { name: 'Exportar logs', opens: 'Baixa os logs gerais em planilha.' },
  'logs.ids': { name: 'ID nos logs', opens: 'Vê a coluna ID nos logs gerais.' },
  'logs.dns-premium': {
    name: 'Logs de DNS Premium',
    opens: 'Vê nos logs gerais o que foi feito em DNS Premium.',
  },
  'extract.export': { name: 'Exportar extrato', opens: 'Baixa o extrato financeiro em planilha.' },
};
