import { useState } from 'react';
import { readBrandName } from '../../brand.ts';
import classes from '../../portal.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { download } from '../../ui/icons.ts';
import type { ReceiptPicture } from './save-receipt.ts';

interface SaveReceiptProps extends Omit<ReceiptPicture, 'brand'> {
  /** Label of a button that shows only its icon. */
  label?: string;
}

/** Button that saves the receipt of a payment as a picture. */
export function SaveReceipt({ label, ...receipt }: SaveReceiptProps) {
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { saveReceipt } = await import('./save-receipt.ts');
      await saveReceipt({ ...receipt, brand: readBrandName() });
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <button
        type="button"
        className={label ? classes.plain : classes.quietAct}
        aria-label={label}
        onClick={() => void save()}
      >
        <Icon path={download} />
        {!label && ' Guardar recibo'}
      </button>
      {hasFailed && (
        <p className={classes.bad} role="alert">
          Não deu para guardar. Faça uma captura da tela.
        </p>
      )}
    </>
  );
}
