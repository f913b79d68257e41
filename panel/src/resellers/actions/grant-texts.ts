/** What each grant opens, in a sentence for the admin who gives it (Q-SPECIALID). */
import type { Grant } from '@ramal/contract/api/access';

interface GrantText {
  readonly name: string;
  readonly opens: string;
  /** Its screens are not built: it opens nothing and cannot be given. */
  readonly isComing?: true;
}

export const grantTexts: Record<Grant, GrantText> = {
  'lines.new-p2p': {
    name: 'Novo P2P',
    opens: 'Cria e gerencia usuários da plataforma Novo P2P, com os testes rápidos dela.',
  },
  'lines.migrate-new-p2p': {
    name: 'Migrar Novo P2P',
    opens: 'Leva usuários de outra plataforma para o Novo P2P.',
  },
  games: {
    name: 'Jogos do dia',
    opens: 'Em breve: vai publicar os jogos do dia e os canais temporários.',
    isComing: true,
  },
  extras: {
    name: 'Funções Extra',
    opens: 'Em breve: vai abrir a tela de funções extra, que vale para todos os clientes.',
    isComing: true,
  },
  'dns.fixed': {
    name: 'DNS fixos',
    opens: 'Em breve: vai gerenciar os DNS fixos da operação.',
    isComing: true,
  },
  'logs.export': { name: 'Exportar logs', opens: 'Baixa os logs gerais em planilha.' },
  'logs.ids': { name: 'ID nos logs', opens: 'Vê a coluna ID nos logs gerais.' },
  'logs.dns-premium': {
    name: 'Logs de DNS Premium',
    opens: 'Vê nos logs gerais o que foi feito em DNS Premium.',
  },
  'api.keys': {
    name: 'Chaves de API',
    opens: 'Cria chaves com que programas vendem e renovam por esta conta.',
  },
  'extract.export': { name: 'Exportar extrato', opens: 'Baixa o extrato financeiro em planilha.' },
};
