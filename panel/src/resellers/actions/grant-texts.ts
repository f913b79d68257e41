/** Description of each grant for the admin who assigns it (Q-SPECIALID). */
import type { Grant } from '@ramal/contract/api/access';

interface GrantText {
  readonly name: string;
  readonly opens: string;
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
    opens: 'Publica os jogos do dia: canais que aparecem no player e saem sozinhos.',
  },
  extras: {
    name: 'Funções Extra',
    opens: 'Exporta os códigos do guia de todos os canais e diz o que mudou neles.',
  },
  'dns.fixed': {
    name: 'DNS fixos',
    opens: 'Troca o DNS que os aparelhos de cada ativador recebem.',
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
