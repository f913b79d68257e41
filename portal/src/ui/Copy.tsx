import { type ReactNode, useState } from 'react';
import { copyText } from '../../../packages/pages/src/clipboard.ts';
import classes from '../portal.module.css';

interface CopyProps {
  text: string;
  label: string;
  /** True for the main button of the page. */
  main?: boolean;
  /** Icon before the label. */
  icon?: ReactNode;
  /** Short label of a button that is not the main one. It may be empty next to an icon. */
  short?: string;
}

const RESULT_MS = 2_000;

export function Copy({ text, label, main = false, icon, short = 'Copiar' }: CopyProps) {
  const [result, setResult] = useState<'Copiado' | 'Não copiou'>();
  const copy = async () => {
    const isCopied = await copyText(text);
    setResult(isCopied ? 'Copiado' : 'Não copiou');
    setTimeout(() => setResult(undefined), isCopied ? RESULT_MS : 2 * RESULT_MS);
  };
  // If the browser cannot copy the text automatically, the customer can still select it on the
  // page.
  const long =
    result === 'Não copiou' ? 'Não copiou: selecione o texto e copie' : (result ?? label);
  return (
    <button
      type="button"
      className={main ? classes.main : classes.plain}
      aria-label={long}
      onClick={() => void copy()}
    >
      {icon}
      {main ? long : (result ?? short)}
    </button>
  );
}
