/**
 * Effects of a deletion in sentences: resellers, customers, credits, and the accounts that move to
 * another parent.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { DeletionScope, previewDeletion } from '@ramal/contract/resellers/reseller-acts';
import { IconArrowUp, IconBinaryTree2, IconCoins, IconDeviceTvOff } from '@tabler/icons-react';
import { pluralize, creditsInWords } from '../../foundation/numbers.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { rich } from '../../ui/rich-text.tsx';

type DeletionImpact = ResponseOf<typeof previewDeletion>;

export const deletionFacts = (impact: DeletionImpact, reach: DeletionScope): Fact[] => [
  ...(reach === 'reseller' ? [] : [networkFact(impact)]),
  linesFact(impact),
  creditsFact(impact),
  ...(impact.moving === 0 ? [] : [movingFact(impact)]),
];

const networkFact = ({ resellers }: DeletionImpact): Fact => ({
  icon: IconBinaryTree2,
  tone: 'bad',
  text: `**${pluralize(resellers, 'revenda', 'revendas')}** ${resellers === 1 ? 'deixa' : 'deixam'} de existir e de entrar no painel.`,
});

function linesFact({ lines, activeLines: active, activeTests: tests }: DeletionImpact): Fact {
  if (lines === 0)
    return { icon: IconDeviceTvOff, text: 'Nenhum cliente perde o acesso: não há linhas.' };
  const running = [
    ...(active > 0 ? [pluralize(active, 'ativa', 'ativas')] : []),
    ...(tests > 0 ? [pluralize(tests, 'teste', 'testes')] : []),
  ].join(' e ');
  const stopping =
    running === ''
      ? 'nenhuma está ativa'
      : `**${running}** ${active + tests === 1 ? 'para' : 'param'} de funcionar agora`;
  return {
    icon: IconDeviceTvOff,
    tone: running === '' ? 'warn' : 'bad',
    text: `**${pluralize(lines, 'linha', 'linhas')}**: ${stopping}. Os créditos gastos nelas não voltam.`,
  };
}

function creditsFact({ credits, owner }: DeletionImpact): Fact {
  if (credits === 0) return { icon: IconCoins, text: 'Não há créditos a devolver.' };
  const amount = creditsInWords(credits);
  const verb = credits === 1 ? 'volta' : 'voltam';
  return {
    icon: IconCoins,
    tone: 'warn',
    text:
      owner === null
        ? `**${amount}** ${verb} para a administração.`
        : rich`**${amount}** ${verb} para o saldo de **${owner}**.`,
  };
}

function movingFact({ moving, owner }: DeletionImpact): Fact {
  const amount = pluralize(moving, 'revenda', 'revendas');
  const verb = moving === 1 ? 'sobe' : 'sobem';
  return {
    icon: IconArrowUp,
    tone: 'warn',
    text:
      owner === null
        ? `**${amount}** de baixo ${verb} um lugar, para a administração.`
        : rich`**${amount}** de baixo ${verb} um lugar, para **${owner}**.`,
  };
}
