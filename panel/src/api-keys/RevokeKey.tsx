import { type ApiKey, listApiKeys, revokeApiKey } from '@ramal/contract/api-keys';
import { IconKeyOff } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { useToast } from '../ui/toasts.tsx';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onRevoked, onClose }: RevokeKeyProps) {
  const toast = useToast();
  const revoke = useAction(revokeApiKey, { refresh: [listApiKeys] });
  return (
    <CodeDialog
      title="Revogar esta chave?"
      subtitle={apiKey.name}
      icon={IconKeyOff}
      facts={facts}
      submitLabel="Sim, revogar"
      danger
      run={async (code) => {
        const { message } = await revoke.mutateAsync({ params: { id: apiKey.id }, body: code });
        onRevoked();
        toast({ title: message });
      }}
      onClose={onClose}
    />
  );
}

const facts = [
  {
    icon: IconKeyOff,
    tone: 'warn' as const,
    text: 'O programa que a usa para na hora. Não dá para desfazer: depois é preciso criar outra. Só quer trocar? Use Trocar chave.',
  },
];
