import { Box } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { clearUnsentAddress, readUnsentAddress } from '../foundation/drafts.ts';
import { useOnline } from '../foundation/use-online.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { useLastingToast } from '../ui/toasts.tsx';

/**
 * Notice that the connection is lost. After it is restored, a toast links to the form that could
 * not be sent.
 */
export function OfflineNotice() {
  const online = useOnline();
  useOfferUnsent(online);
  if (online) return null;
  return (
    <Box mb="2xl">
      <Notice tone="warn" icon={IconCloudOff} title="Sem conexão">
        O que está na tela pode ser de antes. Nada é enviado até a conexão voltar.
      </Notice>
    </Box>
  );
}

/**
 * Offers to continue the form that could not be sent. The address stays stored until the user
 * answers, because a phone may lose its connection again or start the page while it is changing.
 */
function useOfferUnsent(online: boolean): void {
  const toast = useLastingToast();
  const { history } = useRouter();
  useEffect(() => {
    const address = online ? readUnsentAddress() : undefined;
    if (address === undefined) return undefined;
    const isHere = location.pathname + location.search === address;
    const go = {
      label: 'Continuar',
      run: () => {
        clearUnsentAddress();
        history.push(address);
      },
    };
    return toast({
      title: 'A conexão voltou',
      text: 'O que você digitou está guardado e não foi enviado sozinho. Confira e envie.',
      actions: isHere ? [] : [go],
      onDismiss: clearUnsentAddress,
    });
  }, [online, toast, history]);
}
