/** Form for the text of a group. */
import { Anchor, Text } from '@mantine/core';
import {
  MAX_WIN_BACK_LENGTH,
  winBackGroups,
  winBackPlaceholders,
  winBackRange,
} from '@ramal/contract/win-back/win-back-rules';
import {
  getWinBack,
  listWinBackSamples,
  saveWinBackGroup,
} from '@ramal/contract/win-back/win-back';
import { Link } from '@tanstack/react-router';
import { PlaceholderArea } from '../../ui/form/fields/PlaceholderArea.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import type { GroupAnswer, WinBackAnswer } from '../win-back-words.ts';

export function useTextForm({ group, text }: GroupAnswer, onDone?: () => void) {
  return useForm(saveWinBackGroup, {
    draft: `win-back-${group}`,
    initial: { text },
    send: (values) => ({ body: { group, text: values.text } }),
    refresh: [getWinBack, listWinBackSamples],
    success: ({ message }) => ({ title: message, text: winBackGroups[group].label }),
    onDone: () => onDone?.(),
  });
}

interface GroupTextProps {
  readonly group: GroupAnswer;
  readonly winBack: Pick<WinBackAnswer, 'takesPayments'>;
  readonly form: Form<{ text: string }>;
}

export const GroupText = ({ group, winBack, form }: GroupTextProps) => (
  <>
    <PlaceholderArea
      label="Texto"
      aside={`${winBackRange(group.group).isTrial ? 'teste acabou sem compra' : `venceu há ${winBackGroups[group.group].label}`}`}
      placeholders={winBackPlaceholders}
      maxLength={MAX_WIN_BACK_LENGTH}
      value={form.values.text}
      error={form.errors.text}
      onChange={(text) => form.change({ text })}
    />
    {!winBack.takesPayments && (
      <Text c="var(--ink-2)" fz="note">
        {
          '{link} fica de fora enquanto seus clientes não podem pagar sozinhos. Cadastre preços e chaves em '
        }
        <Anchor component={Link} to="/recharge-portal" inherit>
          Recargas
        </Anchor>
        .
      </Text>
    )}
  </>
);
