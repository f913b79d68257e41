/** Tests plural forms and capital letters in the panel's texts. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('{panel,portal}/src/**/*.{ts,tsx}')
  .filter((path) => !/\.(test|fixtures)\.tsx?$|\/test\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const matchesOf = (pattern: RegExp, but: (match: RegExpExecArray) => boolean = () => false) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].filter((match) => !but(match)).map(([all]) => `${path}: ${all}`),
  );

const plurals =
  'linhas|usuários|créditos|dias|testes|revendas|clientes|telas|horas|minutos|meses|arquivos|aparelhos|canais|filmes|tickets|contas|endereços|resultados|vezes|pessoas|vencidos|selecionad[oa]s';

it('no text uses an optional plural such as (s)', () => {
  expect(matchesOf(/\p{L}\((?:s|es|as|os|ões|is)\)(?=[ .,:;'"`<])/gu, inCode)).toEqual([]);
});

/** Returns true if a match is in code, such as the call `reason(s)`, and not in a quoted text. */
const inCode = ({ input, index }: RegExpExecArray): boolean => {
  const line = input.slice(input.lastIndexOf('\n', index) + 1, index);
  return (line.match(/['"`>]/g) ?? []).length === 0;
};

/** Counts that are never one, because the screen has checked them before or Ramal sets them. */
const neverOne = [
  'Math.floor(ms / DAY_MS)',
  'Math.round(value / 60 / 24)',
  'reseller.daysToDue',
  'everyMinutes',
];

it('every counted noun agrees with its count', () => {
  expect(matchesOf(new RegExp(`(?<![\\d.,/])\\b1 (${plurals})\\b`, 'gu'))).toEqual([]);
  // Accepts a count that the code before it compares with one, and a count that is a constant.
  const counted = new RegExp(`\\{([^{}\\n]+)\\} (${plurals})\\b`, 'gu');
  const agreesWithCount = ({ input, index, 1: count }: RegExpExecArray) =>
    /(=== -?1\b|\b1 \?|singular)/.test(input.slice(Math.max(0, index - 500), index)) ||
    /^[A-Z_]+$/.test(count!.trim()) ||
    neverOne.includes(count!.trim());
  expect(matchesOf(counted, agreesWithCount)).toEqual([]);
});

/** Names of products, people, places and parts of Ramal. */
const names =
  /\b(?:Smart App|Lazer Play|Mercado Pago|Asaas|Woovi|Dona Célia|São Paulo|Bahia x Vitória|No NameSilo|API Manager|Gmail|Telegram|WhatsApp|Webhooks|Pix|Ramal|On\/Off|Excel|P2P|IPTV|Novo P2P|Play Store|TV|Box|Roku|Reconquista|Rogério Lima)\b/gu;

/** Texts that the product specification defines. The panel must use exactly these texts. */
const documented = [
  'Alterar Chaves',
  'Ativar Recarga De Créditos Pelo Portal',
  'Ativos Árvore',
  'Atual Rodizio',
  'Cadastro de Revenda',
  'Chave de Integração Externa',
  'Chave Externa',
  'Clientes da Árvore',
  'Bloquear Rede',
  'Bloquear Ticket',
  'Confirmar Ação',
  'Copiar Completo',
  'Copiar Simples',
  'Creditar para Portal',
  'Créditos Add',
  'Créditos para Recarga',
  'Criar Ticket',
  'Data Aprovação',
  'Data Criação',
  'Deletar Painel',
  'Desbloquear Usuário',
  'Devolver Créditos',
  'Double Check',
  'Editar Nota',
  'Editar Pacote',
  'Editar Revenda',
  'Editar Usuário',
  'Editar Vencimento',
  'Filmes e Séries',
  'Funções Extra',
  'Gerar Usuário',
  'Listagem de Revendas',
  'Listagem de Usuários',
  'Log Acesso',
  'Logs Geral',
  'Logs Revenda',
  'Meus Logs',
  'Mural de Informações',
  'Painel Duplicado',
  'Rede C/Clientes',
  'Pesquisar Revenda',
  'Recargas Efetuadas',
  'Recriar Linha',
  'Setar Crédito',
  'Sincronizar Linha',
  'Total de Tentativas',
  'Última Recarga',
  'Últimas Atualizações',
];

/**
 * Matches the name of a menu, a button or a state in a sentence. Such a name has a capital letter.
 */
const namedControls =
  /\b(?:Use|em|fica|de) (?:Ações|Configurações|Mais|Minha|Editar|Exportar|Bloquear|Caiu|Trocar|On|Logs|Séries|Portal)\b/gu;

it('buttons and titles have one capital, except for names and specified texts', () => {
  const labels =
    /(?<![\w-])(?:label|title|header|heading|submitLabel|confirmLabel|name|phoneTitle|aria-label)(?:=|: )\{?(["'`])((?:(?!\1).)+)\1/gu;
  const withoutKnown = (text: string) =>
    documented
      .reduce((rest, phrase) => rest.replaceAll(phrase, ''), text)
      .replace(/\$\{[^}]*\}/gu, '')
      .replace(names, '')
      .replace(namedControls, '');
  expect(
    matchesOf(labels, ([, , text]) => !/[\p{Ll},)] \p{Lu}\p{Ll}+/u.test(withoutKnown(text!))),
  ).toEqual([]);
});

it('writes «Administração» with its accents in every sentence', () => {
  expect(matchesOf(/[^'\n]*\bAdministracao\b[^'\n]*/gu)).toEqual([]);
});

/**
 * Texts about failures that the product specification defines. The panel must use exactly these
 * texts.
 */
const documentedFailures = [
  'Erro ao alterar as chaves do Mercado Pago.',
  'Erro ao alterar valor de crédito.',
  'Erro ao atualizar o DNS.',
  'Erro ao buscar QR Code do 2FA.',
  'Erro ao carregar a lista de DNS.',
  'Erro ao configurar autenticação 2FA.',
  'Erro ao confirmar 2FA.',
  'Erro ao devolver os créditos.',
  'Erro ao excluir 2FA',
  'Erro ao exportar',
  'Erro ao listar recargas.',
  'Erro ao obter informações das chaves.',
  'Erro ao obter informações de créditos.',
  'Erro ao obter informações do crédito.',
  'Erro ao publicar links',
  'Erro ao recuperar o QR Code 2FA deste revendedor.',
  'Erro ao transferir os créditos.',
  'Erro ao verificar autenticação 2FA.',
  'Não foi possível exportar o arquivo. Tente novamente.',
];

it.each([
  ['Remover', /\b[Tt]ira(?:r|do|da|dos|das)\b/gu],
  ['Excluir', /\b[Aa]paga(?:r|do|da|dos|das)\b/gu],
  ['the participle of the act', /\bFeitas?\b(?! por)/gu],
  ['Trocar', /\b[Gg]ira(?:r|do|da)\b/gu],
  ['Não dá para desfazer.', /\bnão se desfaz\b|\bnão pode ser desfeito\b/gu],
  ['Não deu para …', /(?:Erro ao|Não foi possível) [^'"`<]*/gu],
])('uses no word that «%s» replaces', (_word, replaced) => {
  const isDocumented = ([text]: RegExpExecArray) =>
    documentedFailures.some((failure) => text.startsWith(failure));
  expect(matchesOf(replaced, isDocumented)).toEqual([]);
});

it('no message of the server has a verb that «Remover» and «Excluir» replace', () => {
  const messages = globSync('{server,contract}/src/**/*.ts')
    .filter((path) => !/\.(test|fixtures)\.ts$|\/demo\//.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:[Tt]irad|[Aa]pagad)[oa]s?\b/gu)].map(
        ([word]) => `${path}: ${word}`,
      ),
    );
  expect(messages).toEqual([]);
});

it('only one question about a blocked address keeps the specified text', () => {
  const texts = matchesOf(/Você não poderá reverter isso!/gu);
  expect(texts).toEqual(['panel/src/blocklist/use-unblock.tsx: Você não poderá reverter isso!']);
});
