/** The question before limits are saved: what changes, from when, and what stays (S-PROD-13). */
import { limitNames, type LimitValue } from '@ramal/contract/resellers/limits';
import { IconAdjustments, IconClock, IconCircleCheck } from '@tabler/icons-react';
import type { ConfirmOptions } from '../ui/dialogs/ConfirmBox.tsx';
import { toLimitChanges, type LimitsOf, type LimitValues } from './limit-form.ts';
import { limitText, limitTexts } from './limit-texts.ts';

export function limitsConfirmation(
  username: string,
  values: LimitValues,
  limits: LimitsOf,
): ConfirmOptions {
  const { body } = toLimitChanges(values, limits);
  const changed = limitNames.flatMap((name) => {
    const value = body[name];
    if (value === undefined) return [];
    return `${limitTexts[name].name}: ${value === null ? 'sem limite' : limitText(name, value as LimitValue)}`;
  });
  return {
    title: 'Mudar os limites?',
    icon: IconAdjustments,
    tone: 'light',
    object: { name: username },
    facts: [
      { icon: IconAdjustments, tone: 'warn', text: changed.join(' · ') },
      {
        icon: IconClock,
        tone: 'warn',
        text: 'Vale já no próximo clique desta conta e das que estão abaixo dela.',
      },
      {
        icon: IconCircleCheck,
        tone: 'ok',
        text: 'As linhas e os testes que já existem continuam como estão.',
      },
    ],
    confirmLabel: 'Sim, salvar',
  };
}
