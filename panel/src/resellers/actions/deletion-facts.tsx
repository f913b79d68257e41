/** What a deletion touches, in sentences: resellers, customers, credits and who moves up. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { DeletionReach, previewDeletion } from '@ramal/contract/resellers/reseller-acts';
import { IconArrowUp, IconBinaryTree2, IconCoins, IconDeviceTvOff } from '@tabler/icons-react';
import { countOf, creditsInWords } from '../../foundation/numbers.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';

export type DeletionImpact = ResponseOf<typeof previewDeletion>;

export function deletionFacts(toll: DeletionImpact, reach: DeletionReach): Fact[] {
  return [...networkFact(toll, reach), linesFact(toll), creditsFact(toll), ...movingFact(toll)];
}

function networkFact({ resellers }: DeletionImpact, reach: DeletionReach): Fact[] {
  if (reach === 'reseller') return [];
  return [
    {
      icon: IconBinaryTree2,
      tone: 'bad',
      text: (
        <>
          <b>{countOf(resellers, 'revenda', 'revendas')}</b> {resellers === 1 ? 'deixa' : 'deixam'}{' '}
          de existir e de entrar no painel.
        </>
      ),
    },
  ];
}

function linesFact({ lines, active_lines: active }: DeletionImpact): Fact {
  if (lines === 0)
    return { icon: IconDeviceTvOff, text: 'Nenhum cliente perde o acesso: não há linhas.' };
  const running =
    active === 0 ? (
      'nenhuma está ativa'
    ) : (
      <>
        <b>{countOf(active, 'ativa para', 'ativas param')}</b> de funcionar agora
      </>
    );
  return {
    icon: IconDeviceTvOff,
    tone: active === 0 ? 'warn' : 'bad',
    text: (
      <>
        <b>{countOf(lines, 'linha', 'linhas')}</b>: {running}. Os créditos gastos nelas não voltam.
      </>
    ),
  };
}

function creditsFact({ credits, owner }: DeletionImpact): Fact {
  if (credits === 0) return { icon: IconCoins, text: 'Não há créditos a devolver.' };
  const verb = credits === 1 ? 'volta' : 'voltam';
  return {
    icon: IconCoins,
    tone: 'warn',
    text: (
      <>
        <b>{creditsInWords(credits)}</b> {verb} para{' '}
        {owner === null ? (
          'a administração'
        ) : (
          <>
            o saldo de <b>{owner}</b>
          </>
        )}
        .
      </>
    ),
  };
}

function movingFact({ moving, owner }: DeletionImpact): Fact[] {
  if (moving === 0) return [];
  return [
    {
      icon: IconArrowUp,
      tone: 'warn',
      text: (
        <>
          <b>{countOf(moving, 'revenda', 'revendas')}</b> de baixo {moving === 1 ? 'sobe' : 'sobem'}{' '}
          um lugar
          {owner === null ? (
            ', para a administração'
          ) : (
            <>
              , para <b>{owner}</b>
            </>
          )}
          .
        </>
      ),
    },
  ];
}
