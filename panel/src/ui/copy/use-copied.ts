import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';

/** Returns a function that copies text, and a flag that is true for two seconds after a copy. */
export function useCopied(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (text: string) => {
    const attempt = async () => {
      const done = await copyText(text);
      clearTimeout(timer.current);
      setCopied(done);
      timer.current = setTimeout(() => setCopied(false), 2000);
    };
    void attempt();
  };
  return [copied, copy];
}
