import { useEffect, useState } from 'react';

/**
 * Returns false at the first render, and `opened` afterwards. Without this delay, an element that
 * is open at its mount would appear without animation.
 */
export function useAfterMount(opened: boolean): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(opened), [opened]);
  return isOpen;
}
