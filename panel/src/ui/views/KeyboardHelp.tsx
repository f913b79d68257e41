import { Dialog } from '../dialogs/Dialog.tsx';
import { KeyCap } from '../KeyCap.tsx';
import './views.css';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'vai para a busca'],
  [['↑', '↓'], 'de uma linha a outra; da busca, ↓ entra na lista'],
  [['Home', 'End'], 'primeira e última linha da página'],
  [['PgUp', 'PgDn'], 'dez linhas; no fim, outra página'],
  [['Enter'], 'abre as ações da linha'],
  [['Espaço'], 'seleciona; com Shift, até aqui'],
  [['Esc'], 'limpa a seleção e volta para a busca'],
  [['?'], 'mostra esta lista'],
];

/** What can be done in a list without a pointer. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Teclado nas listas" width={440}>
      <dl className="keys-sheet">
        {keys.map(([caps, does]) => (
          <div key={does}>
            <dt>
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
