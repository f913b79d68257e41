/**
 * Seeds the announcements of the demo: board cards, updates, and notices for the customers of each
 * platform.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

interface DemoAnnouncement {
  readonly type: 1 | 2 | 3 | 5;
  readonly daysAgo: number;
  readonly title: string;
  readonly body: string;
}

const board: readonly DemoAnnouncement[] = [
  {
    type: 1,
    daysAgo: 1,
    title: 'Manutenção no domingo',
    body: `<p>No <b>domingo, das 4h às 5h</b>, os servidores passam por manutenção. Durante essa hora:</p>
<ul><li>quem já está assistindo pode ver a imagem parar por alguns minutos;</li>
<li>novas conexões podem demorar;</li><li>o painel continua no ar para criar e renovar.</li></ul>
<p>Avise os clientes que trabalham de madrugada.</p>`,
  },
  {
    type: 1,
    daysAgo: 4,
    title: 'Passo a passo para a TV Box',
    body: `<p>O caminho mais curto para instalar em uma <b>TV Box</b> nova:</p>
<ol><li>instale o aplicativo pela loja da própria TV Box;</li>
<li>abra <b>Ações › Links</b> na linha do cliente e copie o endereço encurtado;</li>
<li>cole o endereço na tela de entrada e confirme.</li></ol>
<p>O guia completo, com fotos, está em <a href="https://exemplo.com.br/guia-tv-box">exemplo.com.br/guia-tv-box</a>.</p>`,
  },
  {
    type: 1,
    daysAgo: 9,
    title: 'Horário do suporte',
    body: `<p>O suporte responde <b>todos os dias, das 9h às 22h</b>. Para ser atendido mais rápido, mande junto:</p>
<ul><li>o usuário da linha;</li><li>o aplicativo e o aparelho;</li><li>desde quando acontece.</li></ul>`,
  },
];

const updates: readonly DemoAnnouncement[] = [
  {
    type: 2,
    daysAgo: 0,
    title: '34 filmes e 5 séries adicionados ao catálogo',
    body: `<p>Entraram <b>34 filmes</b> e <b>5 séries</b>. Peça ao cliente que atualize a lista no aplicativo para ver as novidades.</p>`,
  },
  {
    type: 2,
    daysAgo: 2,
    title: 'Guia de programação dos canais abertos corrigido',
    body: '<p>Os horários dos canais abertos voltaram a bater com o que está no ar, também no <b>horário do Amazonas</b>.</p>',
  },
  {
    type: 2,
    daysAgo: 5,
    title: 'Aplicativo Android 3.8 disponível',
    body: `<p>A versão 3.8 do aplicativo traz:</p><ul><li>troca de canal mais rápida;</li><li>favoritos por perfil;</li>
<li>legendas maiores.</li></ul><p>Baixe em <a href="https://exemplo.com.br/app">exemplo.com.br/app</a>.</p>`,
  },
  {
    type: 2,
    daysAgo: 8,
    title: 'Teste rápido para P2P na tela inicial',
    body: '<p>Agora o teste P2P também sai em <b>um toque</b> da tela inicial, com usuário e senha prontos para enviar.</p>',
  },
  {
    type: 2,
    daysAgo: 13,
    title: 'Canais esportivos em 60 quadros por segundo',
    body: '<p>Doze canais esportivos passaram para <b>60 quadros por segundo</b>. Nada muda nas listas dos clientes.</p>',
  },
  {
    type: 2,
    daysAgo: 19,
    title: 'Endereço encurtado também no X-CLOUD',
    body: '<p>O recibo traz o endereço encurtado para o <b>X-CLOUD</b>: menos letras para digitar no controle remoto.</p>',
  },
  {
    type: 2,
    daysAgo: 26,
    title: 'Segundo servidor em São Paulo',
    body: '<p>Um <b>segundo servidor em São Paulo</b> divide a carga das noites de jogo. Não é preciso trocar endereço nenhum.</p>',
  },
];

const customerNotices: readonly DemoAnnouncement[] = [
  {
    type: 3,
    daysAgo: 3,
    title: 'Novos canais de esporte',
    body: '<p>Atualize a lista no aplicativo para ver os <b>novos canais de esporte</b>.</p>',
  },
  {
    type: 5,
    daysAgo: 6,
    title: 'Aplicativo P2P atualizado',
    body: '<p>Feche e abra o aplicativo para receber a <b>nova versão</b>.</p>',
  },
];

export async function publishAnnouncements({ db, clock }: AppContext): Promise<void> {
  for (const { type, daysAgo, title, body } of [...board, ...updates, ...customerNotices]) {
    const at = new Date(clock.now().getTime() - daysAgo * DAY_MS);
    await db.tx((tx) =>
      tx.run(
        sql`insert into announcements (type, title, body, published_at) values (${type}, ${title}, ${body}, ${at})`,
      ),
    );
  }
}
