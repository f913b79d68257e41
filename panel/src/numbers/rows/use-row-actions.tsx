/** Actions on the row of a customer: send the account's text, or open the line. */
import type { NumberRow } from '@ramal/contract/numbers/rows';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { IconArrowRight, IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { linePlatforms } from '../../lines/platforms/platforms.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { useSendReceipt } from '../../lines/receipt/use-send-receipt.ts';
import { useProfile } from '../../sessions/profile.ts';
import type { RowAction } from '../../ui/table/columns.ts';
import { useToast } from '../../ui/toasts.tsx';
import { hasOpenLine } from './row-words.ts';

const NumberPrompt = lazy(async () => ({
  default: (await import('../../lines/dialogs/NumberPrompt.tsx')).NumberPrompt,
}));

/** Text that is sent after the user enters the customer's missing number. */
interface UnsentText {
  readonly platform: LinePlatform;
  readonly lineId: number;
  readonly text: string;
  readonly onSent: (() => void) | undefined;
}

const platformOf = (key: PlatformKey): LinePlatform =>
  linePlatforms.find(({ definition }) => definition.key === key)!;

export function useRowActions() {
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const send = useSendReceipt();
  const toast = useToast();
  const [unsent, setUnsent] = useState<UnsentText>();
  const actions: RowAction<NumberRow>[] = [
    {
      key: 'send',
      label: ({ now }) => (now === 'expired' ? 'Cobrar' : 'Enviar'),
      name: ({ now }) => (now === 'expired' ? 'Cobrar no WhatsApp' : 'Enviar no WhatsApp'),
      icon: IconBrandWhatsapp,
      slot: 'row',
      look: 'whatsapp',
      iconOnly: 'table',
      available: hasOpenLine,
      run: ({ lineId, platform: key, now, reseller }) => {
        const platform = platformOf(key!);
        void send({
          platform,
          lineId: lineId!,
          ...(now === 'expired' ? { kind: 'charge' as const } : {}),
          isOwn: reseller === profile?.username,
          askNumber: (text, onSent) => setUnsent({ platform, lineId: lineId!, text, onSent }),
        });
      },
    },
    {
      key: 'open',
      label: 'Ver a linha',
      icon: IconArrowRight,
      group: 'line',
      available: hasOpenLine,
      run: ({ platform, username }) =>
        void navigate({
          to: platforms[platform!].listPath,
          search: { search: username } as never,
        }),
    },
    {
      key: 'copy',
      label: 'Copiar usuário',
      icon: IconCopy,
      group: 'line',
      available: ({ username }) => username !== null,
      run: ({ username }) => {
        void copyText(username!);
        toast({ title: 'Usuário copiado', text: <span className="mono">{username}</span> });
      },
    },
  ];
  const dialogs = unsent && (
    <Suspense fallback={null}>
      <NumberPrompt
        platform={unsent.platform}
        lineId={unsent.lineId}
        text={unsent.text}
        onSent={unsent.onSent}
        onClose={() => setUnsent(undefined)}
      />
    </Suspense>
  );
  return { actions, dialogs };
}
