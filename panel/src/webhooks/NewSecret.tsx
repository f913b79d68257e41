/** A secret right after it was made: whole this one time. */
import { CloseButton } from '@mantine/core';
import { NewKey } from '../api-keys/NewKey.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './NewSecret.module.css';

export function NewSecret({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Panel className={classes.root} label="Segredo novo">
      <div className={classes.head}>
        <div>
          <h2>Copie o segredo agora</h2>
          <p>
            Ele aparece inteiro só desta vez. É com ele que o seu programa confere a assinatura.
          </p>
        </div>
        <CloseButton aria-label="Já copiei" onClick={onClose} size="lg" />
      </div>
      <NewKey value={value} label="Segredo" hasCaption={false} />
    </Panel>
  );
}
