/**
 * Creates a new secret for a key. The permissions and limits of the key stay unchanged. The former
 * secret remains valid for a limited time.
 */
import { type ApiKey, listApiKeys, overlapHours, rotateApiKey } from '@ramal/contract/api-keys';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import type { KeyWithSecret } from './CreatedKey.tsx';

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onCreated: (key: KeyWithSecret) => void;
  readonly onClose: () => void;
}

const overlapLabels: Record<(typeof overlapHours)[number], string> = {
  0: 'Não: a anterior para agora',
  1: 'Por mais 1 hora',
  24: 'Por mais 24 horas',
  168: 'Por mais 7 dias',
};

export function RotateKey({ apiKey, onCreated, onClose }: RotateKeyProps) {
  const [overlap, setOverlap] = useState('24');
  const rotate = useAction(rotateApiKey, { refresh: [listApiKeys] });
  return (
    <CodeDialog
      title="Trocar esta chave?"
      subtitle={apiKey.name}
      icon={IconRefresh}
      facts={facts}
      submitLabel="Sim, trocar"
      run={async (code) =>
        onCreated(
          await rotate.mutateAsync({
            params: { id: apiKey.id },
            body: { overlapHours: overlap, ...code },
          }),
        )
      }
      onClose={onClose}
    >
      <SelectField
        label="A chave anterior ainda vale?"
        value={overlap}
        data={overlapHours.map((hours) => ({ value: `${hours}`, label: overlapLabels[hours] }))}
        onChange={(chosen) => chosen && setOverlap(chosen)}
      />
    </CodeDialog>
  );
}

const facts = [
  {
    icon: IconShieldCheck,
    text: 'Escopos, endereços, prazo e limite ficam iguais. A chave nova aparece inteira só uma vez.',
  },
];
