/**
 * Card with the text for one kind of device. If the text is empty, the default text of the system
 * is used (S-SETFR-09, Q-LINKTYPES).
 */
import { useState } from 'react';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { AppLinksCard } from './AppLinksCard.tsx';

const kinds = [
  { type: 5, label: 'STB' },
  { type: 6, label: 'Web player' },
  { type: 7, label: 'X-CLOUD' },
  { type: 3, label: 'Novo P2P' },
] as const;

export function OtherTextsCard({ franchise }: { readonly franchise: number | undefined }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>(kinds[0]);
  return (
    <AppLinksCard
      type={kind.type}
      title="Outros textos do recibo"
      name={kind.label}
      text="Sem texto, vale o do sistema; no Novo P2P, o dos aplicativos P2P. {dns}, {usuario} e {senha} viram os da linha."
      franchise={franchise}
      chooser={
        <SelectField
          label="Qual texto"
          labelHidden
          data={kinds.map(({ type, label }) => ({ value: String(type), label }))}
          value={String(kind.type)}
          onChange={(chosen) => setKind(kinds.find(({ type }) => String(type) === chosen) ?? kind)}
        />
      }
    />
  );
}
