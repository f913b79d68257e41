import { useState } from 'react';

interface CopyProps {
  text: string;
  label: string;
  /** The main act of the page. */
  main?: boolean;
}

export function Copy({ text, label, main = false }: CopyProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      // Without a clipboard the text can still be selected where it stands.
    }
  };
  return (
    <button
      type="button"
      className={main ? 'main' : 'plain'}
      aria-label={copied ? 'Copiado' : label}
      onClick={() => void copy()}
    >
      {copied ? 'Copiado' : main ? label : 'Copiar'}
    </button>
  );
}
