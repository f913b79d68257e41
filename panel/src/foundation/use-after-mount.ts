import { useEffect, useState } from 'react';

/** False at the first drawing: what is open when it is mounted would stand there at once instead of moving in. */
export function useAfterMount(opened: boolean): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(opened), [opened]);
  return isOpen;
}
