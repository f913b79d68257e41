import { useEffect, useState } from 'react';

/**
 * False at the first render. An element that is already open when it mounts would otherwise appear
 * without its animation.
 */
export function useAfterMount(opened: boolean): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(opened), [opened]);
  return isOpen;
}
