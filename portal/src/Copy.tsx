import { useState } from 'react';
import { copyText } from '../../packages/pages/src/clipboard.ts';
import classes from './portal.module.css';

interface CopyProps {
  text: string;
  label: string;
  /** True for the main button of the page. */
  main?: boolean;
}

const SAID_MS = 2_000;

export function Copy({ text, label, main = false }: CopyProps) {
  const [said, setSaid] = useState<'Copiado' | 'Não copiou'>();
  const copy = async () => {
    const isCopied = await copyText(text);
    setSaid(isCopied ? 'Copiado' : 'Não copiou');
    setTimeout(() => setSaid(undefined), isCopied ? SAID_MS : 2 * SAID_MS);
  };
  // If the browser cannot copy the text automatically, the customer can still select it on the
  // page.
  const long = said === 'Não copiou' ? 'Não copiou: selecione o texto e copie' : (said ?? label);
  return (
    <button
      type="button"
      className={main ? classes.main : classes.plain}
      aria-label={long}
      onClick={() => void copy()}
    >
      {main ? long : (said ?? 'Copiar')}
    </button>
  );
}
